/** The browser that a session was started in, for the owner's list of sessions. */
export type SessionClient = { ip: string | null; user_agent: string | null };

/** Longer ones are cut: the beginning names the browser and the system. */
const longestUserAgent = 500;

type Request = { ip: string; headers: { 'user-agent'?: string | undefined } };

export const clientOf = ({ ip, headers }: Request): SessionClient => ({
  ip,
  user_agent: headers['user-agent']?.slice(0, longestUserAgent) ?? null,
});
