"""JSON-e's Python implementation, changed where docs and the public conformance suite decide otherwise.

Each change is one entry of DIFFERENCES: a function that makes it, whose text is the reason. What is not changed here
must agree with Scrim's evaluator in every result and every kind of error.
"""
import importlib
import math
import re

import jsone
from jsone import builtins, interpreter, parser, shared
from jsone.builtins import BuiltinError
from jsone.shared import DeleteMarker, InterpreterError, JSONTemplateError, TemplateError

# `jsone.render` is the function of that name.
render = importlib.import_module("jsone.render")
LARGEST = 2**53
CLOCK = "2017-01-19T16:27:20.974Z"
DIFFERENCES = []


def difference(function):
    DIFFERENCES.append(function)
    return function


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_whole(value):
    return is_number(value) and math.isfinite(value) and value == int(value)


def normal(value):
    """Numbers as JSON has them: 2.0 is 2."""
    if isinstance(value, float) and is_whole(value):
        return int(value)
    if isinstance(value, list):
        return [normal(item) for item in value]
    if isinstance(value, dict):
        return {key: normal(item) for key, item in value.items()}
    return value


def equal(one, other):
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(equal, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    return one == other


@difference
def whole_numbers():
    """Numbers are doubles, and whole ones integers: 4/2 is 2, not 2.0. Integers beyond 2**53, infinities and NaN are
    errors, where Python computes with integers of any size."""
    visit = interpreter.Interpreter.visit

    def patched(self, node):
        value = visit(self, node)
        if is_number(value):
            if not math.isfinite(value) or abs(value) > LARGEST:
                raise InterpreterError("beyond 2**53")
            return normal(value)
        if isinstance(value, complex):
            raise InterpreterError("not a number")
        return value

    interpreter.Interpreter.visit = patched


@difference
def comparisons():
    """1 < 1.5 compares, where Python refuses an integer and a float. The exponent of ** is evaluated after its base.
    A boolean does not equal a number, also inside arrays: true == 1 and 1 in [true] are false."""
    def operands(symbol, left, right):
        if not (is_number(left) and is_number(right)
                or isinstance(left, str) and isinstance(right, str)):
            raise interpreter.infixExpectationError(symbol, "numbers/strings")

    interpreter.test_comparison_operands = operands
    visit = interpreter.Interpreter.visit_BinOp

    def patched(self, node):
        if node.token.kind in ("==", "!="):
            return equal(self.visit(node.left), self.visit(node.right)) == (node.token.kind == "==")
        if node.token.kind == "**":
            right, left = self.visit(node.right), self.visit(node.left)
            interpreter.test_math_operands("**", left, right)
            return float(right) ** left if left < 0 else power(right, left)
        if node.token.kind == "in":
            left, right = self.visit(node.left), self.visit(node.right)
            if isinstance(right, list):
                return any(equal(left, item) for item in right)
            if not isinstance(right, (dict, str)) or not isinstance(left, str):
                raise interpreter.infixExpectationError("in", "")
            return left in right
        return visit(self, node)

    interpreter.Interpreter.visit_BinOp = patched


def power(base, exponent):
    try:
        return math.pow(base, exponent)
    except (OverflowError, ValueError) as error:
        raise InterpreterError(str(error)) from error


@difference
def indices():
    """Indices and bounds are whole numbers; Python takes true for 1, null for no bound, and the first bound of a slice
    of an object for a key."""
    visit = interpreter.Interpreter.visit_ValueAccess

    def patched(self, node):
        if isinstance(self.visit(node.arr), dict) and node.isInterval:
            for bound in (node.left, node.right):
                bound and self.visit(bound)
            raise InterpreterError("no slices of objects")
        if not isinstance(self.visit(node.arr), dict):
            for bound in filter(None, (node.left, node.right)):
                if self.visit(bound) is None or isinstance(self.visit(bound), bool):
                    for other in filter(None, (node.left, node.right)):
                        self.visit(other)
                    raise InterpreterError("whole numbers only")
        return visit(self, node)

    interpreter.Interpreter.visit_ValueAccess = patched


@difference
def grammar():
    """A missing operand is an error of syntax also where Python never evaluates it (true || ), and so is a[1 2], which
    Python reads as a[1]."""
    unit = parser.Parser.parse_unit

    def parse_unit(self):
        node = unit(self)
        if node is None:
            raise parser.SyntaxError("expected a value")
        return node

    def parse_list(self):
        token = self.current_token
        self.take_token("[")
        items = []
        if self.current_token and self.current_token.kind == "]":
            items = [None]
        else:
            items.append(self.parse())
            while self.current_token and self.current_token.kind == ",":
                self.take_token(",")
                items.append(self.parse())
        self.take_token("]")
        return parser.List(token, items)

    access = parser.Parser.parse_access_with_brackets

    def parse_access(self, node):
        result = access(self, node)
        if result.left is not None and result.right is not None and not result.isInterval:
            raise parser.SyntaxError("two indices")
        return result

    parser.Parser.parse_unit = parse_unit
    parser.Parser.parse_list = parse_list
    parser.Parser.parse_access_with_brackets = parse_access


@difference
def functions():
    """number() reads decimal numbers only (not 1_000, inf or nan); join writes true and null as str() does, and refuses
    arrays and objects; booleans are no integers for range(); min(1) is 1; split() by 0 splits at the text 0; functions
    have no text; a reference of fromNow that is null is an error (Python reads its clock)."""
    build = builtins.build

    def patched():
        functions = build()

        def replace(name, function):
            function._jsone_builtin = True
            functions[name] = function

        def number(context, *arguments):
            if len(arguments) != 1 or not isinstance(arguments[0], str):
                raise BuiltinError("number")
            text = arguments[0].strip()
            if not re.fullmatch(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?", text, re.ASCII):
                raise BuiltinError("number")
            if abs(int(text) if re.fullmatch("[-+]?[0-9]+", text) else float(text)) > LARGEST:
                raise BuiltinError("number")
            return float(text)

        def join(context, *arguments):
            if len(arguments) != 2 or not isinstance(arguments[0], list):
                raise BuiltinError("join")
            separator = arguments[1]
            if not is_number(separator) and not isinstance(separator, str):
                raise BuiltinError("join")
            return text(separator).join(map(text, arguments[0]))

        def text(value):
            if isinstance(value, (list, dict)) or callable(value):
                raise BuiltinError("join")
            return shared.to_str(value)

        def checked(name, test):
            original = functions[name]

            def function(context, *arguments):
                if not test(arguments):
                    raise BuiltinError(name)
                return original(context, *arguments)

            replace(name, function)

        original_split = functions["split"]
        replace("split", lambda context, *arguments: original_split(context, *(
            shared.to_str(argument) if index == 1 and is_number(argument) else argument
            for index, argument in enumerate(arguments))))
        for name, function in (("min", min), ("max", max)):
            def extreme(context, *arguments, name=name, function=function):
                if not arguments or not all(map(is_number, arguments)):
                    raise BuiltinError(name)
                return function(arguments)

            replace(name, extreme)
        replace("number", number)
        replace("join", join)
        checked("range", lambda arguments: not any(isinstance(argument, bool) for argument in arguments))
        return functions

    builtins.build = patched
    from_now = shared.fromNow

    def checked_from_now(offset, reference):
        if reference is not None:
            return from_now(offset, reference)
        from_now(offset, CLOCK)
        raise TemplateError("reference")

    for module in (builtins, shared):
        module.fromNow = checked_from_now
    to_str = render.to_str

    def interpolated(value):
        if callable(value):
            raise TemplateError("function")
        return to_str(value)

    render.to_str = interpolated


@difference
def operators():
    """Allowed properties are compared as a whole (Python takes then2 for then); $sort mixes integers and floats, never
    booleans, and wants a string as by(x) also for an empty array; $match omits a value that $if omits; $find does not
    render the item that it found again."""
    def check(template, allowed):
        for key in template:
            if not any(re.fullmatch(pattern, key) for pattern in allowed):
                raise TemplateError("undefined property")

    def sort(template, context):
        check(template, [r"\$sort", r"by\([a-zA-Z_][a-zA-Z0-9_]*\)"])
        value = render.renderValue(template["$sort"], context)
        by = [key for key in template if key.startswith("by(")]
        if not isinstance(value, list) or len(by) > 1:
            raise TemplateError("$sort")
        keys = value
        if by:
            if not isinstance(template[by[0]], str):
                raise TemplateError("by")
            keys = [render.parse(template[by[0]], {**context, by[0][3:-1]: item}) for item in value]
        if not (all(map(is_number, keys)) or all(isinstance(key, str) for key in keys)):
            raise TemplateError("$sort")
        return [value[index] for index in sorted(range(len(value)), key=lambda index: keys[index])]

    match = render.operators["$match"]
    render.checkUndefinedProperties = check
    render.operators["$sort"] = sort
    render.operators["$match"] = lambda template, context: [
        value for value in match(template, context) if value is not DeleteMarker]

    def find(template, context):
        each = r"each\([a-zA-Z_][a-zA-Z0-9_]*(,\s*([a-zA-Z_][a-zA-Z0-9_]*))?\)"
        check(template, [r"\$find", each])
        items = render.renderValue(template["$find"], context)
        keys = [key for key in template if key.startswith("each(")]
        if not isinstance(items, list) or len(keys) != 1 or not isinstance(template[keys[0]], str):
            raise TemplateError("$find")
        names = [name.strip() for name in keys[0][5:-1].split(",")]
        for index, item in enumerate(items):
            if render.parse(template[keys[0]], {**context, **dict(zip(names, (item, index)))}):
                return item
        return DeleteMarker

    render.operators["$find"] = find


def install():
    for change in DIFFERENCES:
        change()


def evaluate(template, context):
    """The result, or the kind of the error; "any" where Python fails with an exception of its own."""
    try:
        return normal(jsone.render(normal(template), {"now": CLOCK, **normal(context)})), None
    except (parser.SyntaxError, render.SyntaxError):
        return None, "SyntaxError"
    except JSONTemplateError as error:
        return None, type(error).__name__
    except Exception:  # Errors that the implementation does not expect: TypeError, StopIteration …
        return None, "any"
