import { posix } from 'node:path';
import { type Document, type Placed, placedOperations } from '../../openapi/reading.ts';
import type { Guide } from '../guides/guides.ts';
import type { SampleSettings } from '../samples/samples.ts';
import { operationText } from './operation-text.ts';
import { guideTextPath, operationTextPath } from './paths.ts';

// The documentation for programs that read it: an index (https://llmstxt.org), and everything in one file.

type Parts = { document: Document; guides: Guide[] /** Empty if the operator has set none. */; publicUrl: string };

export function llmsIndex({ document, guides, publicUrl }: Parts): string {
  const { info, tags, servers } = document;
  const operations = placedOperations(document);
  const link = (title: string, path: string, about: string) => `- [${title}](${publicUrl}${path}): ${about}`;
  const guideLinks = (language: Guide['language']) =>
    guides
      .filter((guide) => guide.language === language)
      .map(({ name, title, source }) => link(title, guideTextPath(name), firstParagraph(source)));
  const operationLink = ({ method, base, path, operation: { operationId, summary } }: Placed) =>
    link(summary, operationTextPath(operationId), `\`${method.toUpperCase()} ${base}${path}\``);
  return [
    `# Trunkline\n\n> ${info.summary}: a self-hosted telephony platform with an HTTP API.`,
    `The API is at \`${publicUrl}${servers[0].url}\`, with JSON in and out, and \`Authorization: Bearer <key>\`. With a test key (\`tl_test_...\`) calls are simulated; with a live key (\`tl_live_...\`) they ring real phones. Assistants can use the API over MCP (Streamable HTTP) at \`${publicUrl}/mcp\`, with the same keys.`,
    `## Guides\n\n${guideLinks('en').join('\n')}`,
    `## API\n\n${link('OpenAPI document', `${servers[0].url}/openapi.json`, 'every operation, field and error, as OpenAPI 3.1')}`,
    ...tags.map(({ name }) => {
      const own = operations.filter(({ operation }) => operation.tags.includes(name));
      return `## API: ${name}\n\n${own.map(operationLink).join('\n')}`;
    }),
    `## Optional\n\n${[link('Everything in one file', '/llms-full.txt', 'the guides and the whole reference'), ...guideLinks('ja')].join('\n')}\n`,
  ].join('\n\n');
}

export function llmsFull({ document, guides, publicUrl }: Parts, settings: SampleSettings): string {
  return [
    `# ${document.info.title}\n\n${document.info.description}`,
    ...guides.filter(({ language }) => language === 'en').map((guide) => withFullLinks(guide, publicUrl).trim()),
    ...placedOperations(document).map((placed) => operationText(placed, settings)),
  ].join('\n\n---\n\n');
}

/** The links of a guide are relative to its own address. */
const withFullLinks = ({ name, source }: Guide, publicUrl: string) =>
  source.replaceAll(
    /\]\((?![a-z]+:|[#/])([^)\s]+)\)/g,
    (_, link: string) => `](${publicUrl}${posix.join(posix.dirname(guideTextPath(name)), link)})`,
  );

/** Each guide begins with what its reader can do afterwards. */
const firstParagraph = (source: string) => source.split(/\n\n+/)[1]?.replaceAll('\n', ' ') ?? '';
