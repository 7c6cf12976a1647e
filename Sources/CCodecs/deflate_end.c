#include "deflate_end.h"

#include <string.h>

/* Nothing is unpacked: of each symbol only its bits count. So what has a code of few bits, literals above
   all, is passed over several at a time. */

/* (Two lengths that nothing has are in the fixed code all the same.) */
enum { longest_code = 15, lengths = 288, distances = 30, length_codes = 19 };
enum { length_bits = 11, distance_bits = 8 };
enum { end_of_block = 256 };

struct bits {
  const uint8_t *bytes;
  size_t size, next; /* behind the end there are zeroes, as many as are asked for */
  uint64_t held;
  unsigned count; /* of those held */
};

/* From then on 56 are held. */
static void refill(struct bits *bits) {
  if (bits->next + 8 <= bits->size) {
    uint64_t more;
    memcpy(&more, bits->bytes + bits->next, 8); /* on little-endian machines as all ours are */
    bits->held |= more << bits->count;
    bits->next += (63 - bits->count) >> 3;
    bits->count |= 56;
    return;
  }
  for (; bits->count < 56; bits->count += 8, bits->next++) {
    if (bits->next < bits->size) bits->held |= (uint64_t)bits->bytes[bits->next] << bits->count;
  }
}

static void skip(struct bits *bits, unsigned count) {
  bits->held >>= count;
  bits->count -= count;
}

static unsigned take(struct bits *bits, unsigned count) {
  unsigned value = (unsigned)(bits->held & ((1u << count) - 1));
  skip(bits, count);
  return value;
}

static size_t place(const struct bits *bits) { return bits->next * 8 - bits->count; }

static int is_past(const struct bits *bits) { return place(bits) > bits->size * 8; }

/* A Huffman code: how many symbols have a length, and the symbols by length and value (RFC 1951, 3.2.2). */
struct code {
  uint16_t of_length[longest_code + 1];
  uint16_t symbols[lengths];
};

static void make_code(struct code *code, const uint8_t *of_symbol, unsigned count) {
  uint16_t first[longest_code + 2] = {0};
  memset(code->of_length, 0, sizeof code->of_length);
  for (unsigned symbol = 0; symbol < count; symbol++) code->of_length[of_symbol[symbol]]++;
  code->of_length[0] = 0;
  for (unsigned length = 1; length <= longest_code; length++) {
    first[length + 1] = (uint16_t)(first[length] + code->of_length[length]);
  }
  for (unsigned symbol = 0; symbol < count; symbol++) {
    if (of_symbol[symbol]) code->symbols[first[of_symbol[symbol]]++] = (uint16_t)symbol;
  }
}

/* Takes a symbol bit by bit; -1 if there is none of this code. */
static int take_symbol(struct bits *bits, const struct code *code) {
  unsigned value = 0, first = 0, index = 0;
  for (unsigned length = 1; length <= longest_code; length++) {
    value = value << 1 | take(bits, 1);
    unsigned count = code->of_length[length];
    if (value < first + count) return code->symbols[index + value - first];
    index += count;
    first = (first + count) << 1;
  }
  return -1;
}

/* What the next bits begin with, and how many of them that takes. */
enum kind { LONG, LITERALS, LENGTH, END };

struct entry {
  uint8_t kind, count;
};

static unsigned extra_of_length(unsigned symbol) {
  return symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4;
}

static unsigned extra_of_distance(unsigned symbol) { return symbol < 4 ? 0 : symbol / 2 - 1; }

static struct entry entry_of_length(unsigned symbol, unsigned count) {
  if (symbol < end_of_block) return (struct entry){LITERALS, (uint8_t)count};
  if (symbol == end_of_block) return (struct entry){END, (uint8_t)count};
  return (struct entry){LENGTH, (uint8_t)(count + extra_of_length(symbol))};
}

static struct entry entry_of_distance(unsigned symbol, unsigned count) {
  return (struct entry){LITERALS, (uint8_t)(count + extra_of_distance(symbol))};
}

static unsigned reversed(unsigned value, unsigned count) {
  unsigned result = 0;
  for (; count > 0; count--, value >>= 1) result = result << 1 | (value & 1);
  return result;
}

/* Fills a table by the next `width` bits. Codes that are longer, and what no code begins with, stay LONG. */
static void fill(struct entry *table, unsigned width, const struct code *code,
                 struct entry (*entry)(unsigned symbol, unsigned count)) {
  unsigned value = 0, index = 0;
  memset(table, 0, sizeof *table << width);
  for (unsigned length = 1; length <= width; length++, value <<= 1) {
    for (unsigned i = 0; i < code->of_length[length]; i++, value++) {
      struct entry next = entry(code->symbols[index++], length);
      for (unsigned at = reversed(value, length); at < 1u << width; at += 1u << length) {
        table[at] = next;
      }
    }
  }
}

/* Has an entry pass over as many literals as its bits hold. */
static void join_literals(struct entry *table) {
  struct entry single[1 << length_bits];
  memcpy(single, table, sizeof single);
  for (unsigned at = 0; at < 1u << length_bits; at++) {
    while (table[at].kind == LITERALS) {
      struct entry next = single[at >> table[at].count];
      if (next.kind != LITERALS || table[at].count + next.count > length_bits) break;
      table[at].count = (uint8_t)(table[at].count + next.count);
    }
  }
}

/* Takes the lengths of the codes of a block's literals and lengths, and of its distances (3.2.7).
   Returns 0 if there are none. */
static int take_lengths(struct bits *bits, uint8_t *of_symbol, unsigned *count, unsigned *far) {
  static const uint8_t order[length_codes] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                              11, 4,  12, 3, 13, 2, 14, 1, 15};
  uint8_t of_code[length_codes] = {0};
  struct code code;
  refill(bits);
  *count = take(bits, 5) + 257;
  *far = take(bits, 5) + 1;
  unsigned codes = take(bits, 4) + 4;
  if (*count > lengths || *far > distances) return 0;
  for (unsigned i = 0; i < codes; i++) {
    refill(bits);
    of_code[order[i]] = (uint8_t)take(bits, 3);
  }
  make_code(&code, of_code, length_codes);
  for (unsigned i = 0; i < *count + *far;) {
    refill(bits);
    int symbol = take_symbol(bits, &code);
    if (symbol < 0 || (symbol == 16 && i == 0)) return 0;
    unsigned times = 1;
    uint8_t value = symbol < 16 ? (uint8_t)symbol : 0;
    if (symbol == 16) value = of_symbol[i - 1];
    if (symbol == 16) times = 3 + take(bits, 2);
    if (symbol == 17) times = 3 + take(bits, 3);
    if (symbol == 18) times = 11 + take(bits, 7);
    if (i + times > *count + *far) return 0;
    memset(of_symbol + i, value, times);
    i += times;
  }
  return 1;
}

/* What the codes of all fixed blocks are (3.2.6). */
static void fixed_lengths(uint8_t *of_symbol, unsigned *count, unsigned *far) {
  *count = lengths;
  *far = distances;
  memset(of_symbol, 8, 144);
  memset(of_symbol + 144, 9, 112);
  memset(of_symbol + 256, 7, 24);
  memset(of_symbol + 280, 8, 8);
  memset(of_symbol + lengths, 5, distances);
}

/* Passes over what a block of codes holds, and its end. Returns 0 if that is not to be found. */
static int skip_codes(struct bits *bits, int is_fixed) {
  uint8_t of_symbol[lengths + distances];
  unsigned count, far;
  if (is_fixed) {
    fixed_lengths(of_symbol, &count, &far);
  } else if (!take_lengths(bits, of_symbol, &count, &far)) {
    return 0;
  }
  struct code near_code, far_code;
  make_code(&near_code, of_symbol, count);
  make_code(&far_code, of_symbol + count, far);
  struct entry near_table[1 << length_bits], far_table[1 << distance_bits];
  fill(near_table, length_bits, &near_code, entry_of_length);
  fill(far_table, distance_bits, &far_code, entry_of_distance);
  join_literals(near_table);
  while (!is_past(bits)) {
    refill(bits);
    struct entry next;
    /* Three times 11 bits, and then 20 at most for a length, are no more than are held. */
    for (int i = 0; i < 3; i++) {
      next = near_table[bits->held & ((1 << length_bits) - 1)];
      if (next.kind != LITERALS) break;
      skip(bits, next.count);
    }
    if (next.kind == LITERALS) continue;
    if (next.kind == LONG) {
      int symbol = take_symbol(bits, &near_code);
      if (symbol < 0) return 0;
      next = entry_of_length((unsigned)symbol, 0);
    }
    skip(bits, next.count);
    if (next.kind == END) return !is_past(bits);
    if (next.kind == LITERALS) continue;
    refill(bits);
    next = far_table[bits->held & ((1 << distance_bits) - 1)];
    if (next.kind == LONG) {
      int symbol = take_symbol(bits, &far_code);
      if (symbol < 0) return 0;
      next = entry_of_distance((unsigned)symbol, 0);
    }
    skip(bits, next.count);
  }
  return 0;
}

/* Passes over the bytes of a stored block (3.2.4). Returns 0 if they are not all there. */
static int skip_bytes(struct bits *bits) {
  size_t at = (place(bits) + 7) / 8;
  if (at + 4 > bits->size) return 0;
  size_t count = (size_t)bits->bytes[at] | (size_t)bits->bytes[at + 1] << 8;
  *bits = (struct bits){.bytes = bits->bytes, .size = bits->size, .next = at + 4 + count};
  return bits->next <= bits->size;
}

/* Ends the stream at a bit with an empty stored block. Returns how many bytes it then has. */
static size_t end_at(uint8_t *stream, size_t bit, size_t room) {
  size_t end = (bit + 3 + 7) / 8;
  if (end + 4 > room) return 0;
  size_t last = bit / 8;
  stream[last] = (uint8_t)(stream[last] & ((1u << bit % 8) - 1));
  if (end > last + 1) stream[last + 1] = 0;
  const uint8_t empty[4] = {0, 0, 0xff, 0xff};
  memcpy(stream + end, empty, sizeof empty);
  return end + sizeof empty;
}

size_t scrim_deflate_leave_open(uint8_t *stream, size_t count, size_t room) {
  struct bits bits = {.bytes = stream, .size = count};
  while (!is_past(&bits)) {
    size_t head = place(&bits);
    refill(&bits);
    int is_last = (int)take(&bits, 1);
    unsigned kind = take(&bits, 2);
    int is_whole = kind == 0 ? skip_bytes(&bits) : kind < 3 && skip_codes(&bits, kind == 1);
    if (!is_whole) return 0;
    if (is_last) {
      stream[head / 8] = (uint8_t)(stream[head / 8] & ~(1u << head % 8));
      return end_at(stream, place(&bits), room);
    }
  }
  return 0;
}
