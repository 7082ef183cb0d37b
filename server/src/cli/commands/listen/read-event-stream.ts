/** One event of a stream; without data it only tells from where to go on. */
export type StreamEvent = { id: string | undefined; data: string | undefined };

/** Reads server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) of any chunks of bytes. */
export async function* readEventStream(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent, void, void> {
  let id: string | undefined;
  let data: string[] = [];
  for await (const line of linesOf(chunks)) {
    if (line === '') {
      // An event that an interruption cut in two is never completed, and so never told.
      if (id !== undefined || data.length > 0) yield { id, data: data.length > 0 ? data.join('\n') : undefined };
      id = undefined;
      data = [];
      continue;
    }
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
  }
}

/** A line ends with CR, LF or both, and either may be the last of its chunk. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder(); // It takes the byte order mark off.
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    const isOpen = rest.endsWith('\r'); // An LF may follow, and belong to it.
    const lines = (isOpen ? rest.slice(0, -1) : rest).split(/\r\n|\r|\n/);
    rest = `${lines.pop()}${isOpen ? '\r' : ''}`;
    yield* lines;
  }
}
