"""Makes random templates and contexts in JSON-e: mostly valid, with values of every type, and some broken ones."""
import random

NAMES = ["a", "b", "c", "list", "obj", "text", "n", "flag", "nothing", "missing"]
STRINGS = ["", "a", "b", "abc", "héllo", "☃", "\U0001F601x", "e\u0301", "\u212a", "K", " x ", "a,b,,c", "1", "-2.5",
           "x.y", "true", "1_000", "inf", "0x1", "${a}", "ß", "İ", "ΑΣ", "2 days", "-1 hour 5 min", "3 y 2 mo", "1 s 1 h",
           "2017-01-19T16:27:20.974Z", "2020-02-29T00:00:00.5Z", "2019-02-29T00:00:00.5Z", "$", "}", "\t", "'", "key"]
NUMBERS = ["0", "1", "2", "3", "10", "0.5", "1.5", "2.0", "007", "0.1", "1000000", "9007199254740992",
           "9007199254740993", "3.14159"]
KEYS = ["a", "b", "k", "key", "x-y", "é", "val", "z"]
BINARY = ["+", "-", "*", "/", "**", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "in"]
FUNCTIONS = {"min": 2, "max": 2, "sqrt": 1, "ceil": 1, "floor": 1, "abs": 1, "range": 2, "lowercase": 1, "uppercase": 1,
             "strip": 1, "lstrip": 1, "rstrip": 1, "str": 1, "len": 1, "number": 1, "typeof": 1, "defined": 1,
             "fromNow": 1, "join": 2, "split": 2}


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, items):
        return self.random.choice(items)

    def chance(self, probability):
        return self.random.random() < probability

    def pair(self):
        context = {name: self.value(2) for name in NAMES[:-1] if self.chance(0.95)}
        usual = {"list": [self.value(1) for _ in range(self.random.randrange(5))], "n": self.pick([0, 1, 2, 3.5, -4]),
                 "obj": {key: self.value(1) for key in KEYS if self.chance(0.5)}, "text": self.pick(STRINGS)}
        context.update({name: value for name, value in usual.items() if self.chance(0.85)})
        return self.template(3), context

    # Values

    def value(self, depth):
        kind = self.random.randrange(10 if depth else 6)
        if kind < 2:
            return self.pick([0, 1, 2, 3, -1, -7, 10, 0.5, 2.0, -1.25, 100])
        if kind < 4:
            return self.pick(STRINGS)
        if kind == 4:
            return self.pick([True, False])
        if kind == 5:
            return None
        if kind < 8:
            return [self.value(depth - 1) for _ in range(self.random.randrange(4))]
        return {self.pick(KEYS): self.value(depth - 1) for _ in range(self.random.randrange(4))}

    # Expressions

    def expression(self, depth):
        text = self.part(depth)
        if self.chance(0.04):
            place = self.random.randrange(len(text) + 1)
            text = text[:place] + self.pick(["", ")", "(", "[", "]", "}", ",", ":", "'", ".", " 1", "&", "=", "é", "-", "!"]) + (
                text[place:] if self.chance(0.5) else text[place + 1:])
        return text

    def literal(self):
        kind = self.random.randrange(8)
        if kind < 3:
            return self.pick(NUMBERS)
        if kind < 6:
            string = self.pick(STRINGS)
            return f'"{string}"' if "'" in string or self.chance(0.5) else f"'{string}'"
        return self.pick(["true", "false", "null"])

    def numeric(self, depth):
        """An expression that is likely a number."""
        if depth == 0 or self.chance(0.3):
            return self.pick([*NUMBERS, "n", "len(list)", "len(text)", "-1"])
        symbol = self.pick(["+", "-", "*", "/", "**"])
        return f"{self.numeric(depth - 1)} {symbol} {self.numeric(depth - 1)}"

    def part(self, depth):
        kind = self.random.randrange(24) if depth else self.random.randrange(5)
        inner = depth - 1
        if kind < 3:
            return self.pick(NAMES if self.chance(0.3) else NAMES[:-1])
        if kind < 5:
            return self.literal()
        if kind < 9:
            return f"{self.part(inner)}{self.pick([' ', ''])} {self.pick(BINARY)} {self.part(inner)}"
        if kind < 11:
            return f"({self.part(inner)})"
        if kind == 11:
            return self.pick("-+!") + self.part(inner)
        if kind < 14:
            function = self.pick(list(FUNCTIONS))
            count = FUNCTIONS[function] + (self.random.randrange(-1, 2) if self.chance(0.1) else 0)
            return f"{function}({', '.join(self.part(inner) for _ in range(count))})"
        if kind == 14:
            return f"{self.pick(['obj', self.part(inner)])}.{self.pick(['a', 'b', 'k', 'key'])}"
        if kind < 17:
            base = self.pick(["list", "text", "obj", self.part(inner)])
            index = self.pick(["0", "-1", "1", "5", "-9", "'a'", self.part(inner)])
            return f"{base}[{index}]"
        if kind < 19:
            base = self.pick(["list", "text", self.part(inner)])
            first, last = (self.pick(["", "0", "1", "-1", "-2", "9", "-9", self.part(inner)]) for _ in range(2))
            return f"{base}[{first}:{last}]"
        if kind == 19:
            return f"[{', '.join(self.part(inner) for _ in range(self.random.randrange(4)))}]"
        if kind == 20:
            members = (f"{self.pick(['a', 'b', chr(34) + 'é' + chr(34), 'k'])}: {self.part(inner)}"
                       for _ in range(self.random.randrange(3)))
            return "{" + ", ".join(members) + "}"
        if kind == 21:
            return self.pick([*FUNCTIONS, "now"])
        return self.numeric(2)

    # Templates

    def string(self):
        parts = []
        for _ in range(self.random.randrange(1, 4)):
            kind = self.random.randrange(6)
            if kind < 2:
                parts.append(self.pick(["x", "é", " ", "$", "$$", "{", "}", ""]))
            elif kind < 5:
                parts.append("${" + self.expression(2) + "}")
            else:
                parts.append(self.pick(["$${", "${", "$$${a}"]) if self.chance(0.3) else "${a}")
        return "".join(parts)

    def each(self, *counts):
        names = [self.pick(["x", "y", "a", "acc", "i"]) for _ in range(self.pick(counts))]
        return f"each({self.pick([',', ', ']).join(names)})"

    def operand(self, depth):
        """A value that operators are likely to take."""
        kind = self.random.randrange(5)
        if kind == 0:
            return {"$eval": self.pick(["list", "obj", "range(0, 4)", "[[1, 2], [3, [4]]]", "[obj, {a: 5}]", "{a: 1, z: 2}"])}
        if kind == 1:
            return [self.template(depth) for _ in range(self.random.randrange(4))]
        if kind == 2:
            return self.pick([[3, 1, 2.5], ["b", "a", "é"], [{"a": [1]}, {"a": [2], "b": 1}], {"a": 1, "b": 2}])
        return self.template(depth)

    def template(self, depth):
        kind = self.random.randrange(9)
        if depth == 0 or kind < 2:
            return self.pick([self.value(1), self.string(), {"$eval": self.expression(3)}])
        if kind == 2:
            return [self.template(depth - 1) for _ in range(self.random.randrange(4))]
        if kind == 3:
            keys = [self.pick([*KEYS, "k${n}", "$$eval", "$$x", "$1", "$", "${a}"]) for _ in range(3)]
            result = {key: self.template(depth - 1) for key in keys}
            if self.chance(0.03):
                result["$unknown"] = 1
            return result
        return self.operation(depth - 1)

    def operation(self, depth):
        name = self.pick(["$eval", "$flatten", "$flattenDeep", "$fromNow", "$if", "$json", "$let", "$map", "$match",
                          "$switch", "$merge", "$mergeDeep", "$reduce", "$reverse", "$sort", "$find"])
        expression = self.expression(2)
        if name == "$eval":
            result = {name: self.expression(4)}
        elif name == "$fromNow":
            result = {name: self.pick([*STRINGS, "1 day", "-2 weeks", "1h"])}
            if self.chance(0.3):
                result["from"] = self.pick([STRINGS[27], self.template(depth)])
        elif name == "$if":
            result = {name: expression}
            for branch in ("then", "else"):
                if self.chance(0.7):
                    result[branch] = self.template(depth)
        elif name == "$let":
            names = {self.pick([*NAMES, "x", "y"]): self.template(depth) for _ in range(2)}
            result = {name: names if self.chance(0.9) else self.operand(depth)}
            if self.chance(0.95):
                result["in"] = self.template(depth)
        elif name in ("$map", "$find"):
            body = self.expression(2) if name == "$find" else self.pick(
                [self.template(depth), {"$eval": "x"}, {"${key}": 1}, {"k${x}": {"$eval": "y"}}])
            result = {name: self.operand(depth), self.each(1, 2): body}
        elif name == "$reduce":
            result = {name: self.operand(depth), self.each(2, 3): self.pick(
                [self.template(depth), {"$eval": "acc + x"}, {"$eval": "[acc, x]"}]), "initial": self.value(1)}
        elif name in ("$match", "$switch"):
            result = {name: {self.expression(2): self.template(depth) for _ in range(2)}}
            if self.chance(0.4):
                result[name]["$default" if name == "$switch" else "true"] = self.template(depth)
        else:
            result = {name: self.operand(depth)}
            if name == "$sort" and self.chance(0.5):
                result["by(x)"] = self.pick(["x", "-x", "x.a", "len(x)", "str(x)", self.expression(1)])
        if self.chance(0.03):
            result[self.pick(["extra", "then", "each(x)", "each(x,y)", "by(x)", "by(y)", "initial", "$json", "$if"])] = 1
        if self.chance(0.02):
            result[name] = self.value(1)
        return result
