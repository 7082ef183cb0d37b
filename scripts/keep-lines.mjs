// Reduces a source map to the lines, which are what a reader of a stack trace looks for: Node needs a tenth of the time and of the
// memory for it, in the moment of the first error.
//
// The mappings (https://tc39.es/ecma426/): lines are separated by `;`, the segments of a line by `,`. A segment has up to five
// numbers: column, file, line and column there, and name; each is the difference from the one before, in base 64 with the lowest
// five bits first, of which the lowest is the sign.

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Map([...digits].map((digit, value) => [digit, value]));

/** The same mappings with one segment for each line: the file and the line that its first segment names. */
export function keepLines(mappings) {
  let [file, line] = [0, 0];
  let [keptFile, keptLine] = [0, 0];
  return mappings
    .split(';')
    .map((segments) => {
      let first;
      for (const segment of segments ? segments.split(',') : []) {
        const [, fileBy, lineBy] = decode(segment);
        if (fileBy === undefined) continue;
        file += fileBy;
        line += lineBy;
        first ??= { file, line };
      }
      if (!first) return '';
      const kept = encode([0, first.file - keptFile, first.line - keptLine, 0]);
      [keptFile, keptLine] = [first.file, first.line];
      return kept;
    })
    .join(';');
}

function decode(segment) {
  const numbers = [];
  let [bits, shift] = [0, 0];
  for (const digit of segment) {
    const value = values.get(digit);
    bits |= (value & 31) << shift;
    shift += 5;
    if (value & 32) continue;
    numbers.push(bits & 1 ? -(bits >> 1) : bits >> 1);
    [bits, shift] = [0, 0];
  }
  return numbers;
}

function encode(numbers) {
  let text = '';
  for (const number of numbers) {
    let bits = number < 0 ? (-number << 1) | 1 : number << 1;
    do {
      text += digits[(bits & 31) | (bits > 31 ? 32 : 0)];
      bits >>= 5;
    } while (bits > 0);
  }
  return text;
}
