import { type Document, eventRequests, placedOperations, withoutReferences } from '../../openapi/reading.ts';
import type { OpenApiPart } from '../../openapi/schemas.ts';
import { framed } from '../frame.ts';
import type { Guide } from '../guides/guides.ts';
import { html } from '../html.ts';
import { anchor, markdown } from '../markdown.ts';
import { guideGroups, type LinkGroup, navigation } from '../navigation.ts';
import type { SampleSettings } from '../samples/samples.ts';
import { eventAnchor, eventSections, type Verifiers } from './event.ts';
import { methodBadge, operationSection } from './operation.ts';
import { keyChoice } from './try-form.ts';

type Parts = { guides: Guide[]; verifiers: Verifiers; settings: SampleSettings };

/** The whole reference as one page. It is readable without scripts; they add search, copy buttons and forms. */
export function referencePage(openApiDocument: OpenApiPart, { guides, verifiers, settings }: Parts): string {
  const document = withoutReferences(openApiDocument);
  const { info, tags, servers } = document;
  const operations = placedOperations(document);
  const webhooksGuide = guides.find(({ name }) => name === 'webhooks')?.path;
  return framed({
    title: info.title,
    language: 'en',
    navigation: navigation([...guideGroups(guides), ...referenceGroups(document)]),
    content: html`
      <header>
        <h1>${info.title} <small>${info.version}</small></h1>
        <p class="summary">${info.summary}. <a href="${servers[0].url}/openapi.json">OpenAPI document</a>, and <a href="/llms.txt">for assistants</a></p>
      </header>
      <article>${markdown(info.description)}</article>
      ${tags.map(
        ({ name, description }) => html`<h2 id="${anchor(name)}">${name}</h2>
        ${markdown(description)}
        ${operations
          .filter(({ operation }) => operation.tags.includes(name))
          .map((placed) => operationSection(placed, settings))}`,
      )}
      ${eventSections(eventRequests(document), verifiers, webhooksGuide)}
      ${keyChoice}`,
  });
}

function referenceGroups(document: Document): LinkGroup[] {
  const { info, tags } = document;
  const operations = placedOperations(document);
  const events = eventRequests(document);
  return [
    { title: 'API', links: headings(info.description).map((title) => ({ title, href: `#${anchor(title)}` })) },
    ...tags.map(({ name }) => ({
      title: name,
      links: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ method, operation }) => ({
          title: operation.summary,
          href: `#${operation.operationId}`,
          badge: methodBadge(method),
        })),
    })),
    {
      title: 'Events',
      links: [
        { title: 'Receive and verify', href: '#receiving-events' },
        ...events.map(({ name }) => ({ title: name, href: `#${eventAnchor(name)}` })),
      ],
    },
  ];
}

const headings = (text: string) => [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
