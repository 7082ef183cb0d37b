/** A number from a path, or undefined where it cannot be the id of anything: the answer is then 404. */
export function readPathId(text: string | undefined): number | undefined {
  if (text === undefined || !/^[1-9]\d{0,15}$/.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}
