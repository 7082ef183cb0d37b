// Days in Tokyo, where the browsers of these tests are, and their beginnings.

const hour = 3_600_000;

export const day = (daysAgo: number) =>
  new Date(Date.now() + 9 * hour - daysAgo * 24 * hour).toISOString().slice(0, 10);
export const at = (daysAgo: number, time: string) => new Date(`${day(daysAgo)}T${time}+09:00`);
