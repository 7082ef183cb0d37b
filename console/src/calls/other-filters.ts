import { lazyPart } from '../parts/page/lazy-part.tsx';

/** The filters behind the button, which most visits of the list leave closed. */
export const OtherFilters = lazyPart(async () => (await import('./other-filter-fields.tsx')).OtherFilterFields);
