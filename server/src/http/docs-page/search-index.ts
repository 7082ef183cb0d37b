import { eventRequests, type Placed, placedOperations, type Schema, withoutReferences } from '../openapi/reading.ts';
import type { OpenApiPart } from '../openapi/schemas.ts';
import type { Guide } from './guides/guides.ts';
import { sectionsOf } from './markdown.ts';
import { eventAnchor } from './reference/event.ts';

/** One result of the search: `search.js` loads all of them when the reader begins to search. */
type Entry = { title: string; place: string; href: string; text: string };

export function searchIndex(openApiDocument: OpenApiPart, guides: Guide[]): Entry[] {
  const document = withoutReferences(openApiDocument);
  const introduction = sectionsOf(`# ${document.info.title}\n\n${document.info.description}`);
  return [
    ...placedOperations(document).map(operationEntry),
    ...eventRequests(document).map(({ name, description }) => ({
      title: name,
      place: 'Event',
      href: `/docs#${eventAnchor(name)}`,
      text: description,
    })),
    ...introduction.map(({ title, anchor, text }, i) => ({
      title,
      place: 'API',
      href: i === 0 ? '/docs' : `/docs#${anchor}`,
      text: oneLine(text),
    })),
    ...guides.flatMap((guide) =>
      guide.sections.map(({ title, anchor, text }, i) => ({
        title,
        place: guide.title,
        href: i === 0 ? guide.path : `${guide.path}#${anchor}`,
        text: oneLine(text),
      })),
    ),
  ];
}

function operationEntry({ method, path, base, operation }: Placed): Entry {
  const { operationId, summary, description, parameters, requestBody } = operation;
  const body = requestBody?.content['application/json'].schema;
  const fields = [...parameters.map(({ name }) => name), ...(body ? fieldNames(body) : [])];
  return {
    title: summary,
    place: `${method.toUpperCase()} ${base}${path}`,
    href: `/docs#${operationId}`,
    text: oneLine(`${description} ${[...new Set(fields)].join(', ')}`),
  };
}

const fieldNames = ({ properties = {}, items }: Schema): string[] => [
  ...Object.entries(properties).flatMap(([name, schema]) => [name, ...fieldNames(schema)]),
  ...(items ? fieldNames(items) : []),
];

const oneLine = (text: string) => text.replace(/[`*]/g, '').replace(/\s+/g, ' ').trim();
