import { AsyncLocalStorage } from 'node:async_hooks';

// A tool of an assistant sends a request to this server itself (`mcp/perform-tool.ts`). The message of the assistant was counted
// against the rate limit, so the request is not. A header could say so too, but clients could send it.

const inMessage = new AsyncLocalStorage<true>();

/** Requests that the work sends to this server do not count. */
export const withinCountedMessage = <T>(work: () => T): T => inMessage.run(true, work);

export const isWithinCountedMessage = () => inMessage.getStore() === true;
