// https://html.spec.whatwg.org/multipage/server-sent-events.html, as far as a client of this API needs it.

export type Message = { id: string | undefined; data: string | undefined };

/** Collects text in pieces of any size and returns the messages that are complete. */
export function messageParser(): (text: string) => Message[] {
  let rest = '';
  let id: string | undefined;
  let lines: string[] = [];
  return (text) => {
    const messages: Message[] = [];
    rest += text;
    // A carriage return at the end may be the first half of a line break.
    for (let end = /\r\n|\n|\r(?!$)/.exec(rest); end; end = /\r\n|\n|\r(?!$)/.exec(rest)) {
      const line = rest.slice(0, end.index);
      rest = rest.slice(end.index + end[0].length);
      if (line !== '') {
        const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (field === 'data') lines.push(value);
        else if (field === 'id') id = value;
        continue;
      }
      if (id !== undefined || lines.length > 0)
        messages.push({ id, data: lines.length > 0 ? lines.join('\n') : undefined });
      id = undefined;
      lines = [];
    }
    return messages;
  };
}
