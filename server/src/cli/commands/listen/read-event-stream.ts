/** One event of a stream; without data it only carries the id to resume from. */
export type StreamEvent = { id: string | undefined; data: string | undefined };

/** Reads server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) from byte chunks of any size. */
export async function* readEventStream(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent, void, void> {
  let id: string | undefined;
  let data: string[] = [];
  for await (const line of linesOf(chunks)) {
    if (line === '') {
      // An event that an interruption cuts in two is never completed, and so never yielded.
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

/** A line ends with CR, LF or both, and either may be the last byte of its chunk. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder(); // The decoder removes the byte order mark.
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    const isOpen = rest.endsWith('\r'); // An LF may follow that belongs to it.
    const lines = (isOpen ? rest.slice(0, -1) : rest).split(/\r\n|\r|\n/);
    rest = `${lines.pop()}${isOpen ? '\r' : ''}`;
    yield* lines;
  }
}
