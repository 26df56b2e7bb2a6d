/** The API reference as Markdown. It is made from the OpenAPI document alone, so both say the same. */
import type { JsonSchema } from '../api-document/json-schema.ts';
import { DOCUMENT_PATH } from '../http/document-paths.ts';
import { code, example, table } from './markdown.ts';
import { described, kindOf, schemaTable } from './schema-tables.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as what it is, JSON
type Json = any;

const nameOf = ({ $ref }: Json): string => $ref.slice($ref.lastIndexOf('/') + 1);

export function reference(document: JsonSchema): string {
  const { info, tags, paths, components } = document as Json;
  const { schemas, parameters: named } = components;
  /** Lists an operation's own answer field by field. Any other answer has a chapter of its own. */
  const isOwn = (data: Json): boolean => data.$ref !== undefined && nameOf(data).endsWith('Answer');

  function parameters({ parameters = [] }: Json): string[] {
    const rows = parameters
      .map((parameter: Json) => (parameter.$ref ? named[nameOf(parameter)] : parameter))
      .map((parameter: Json) => {
        const { name, in: place, schema, required, description } = parameter;
        return [code(name), `${place}, ${described(schema, required, schemas, description)}`];
      });
    return rows.length === 0 ? [] : ['#### Parameters', table(['Name', 'Value'], rows)];
  }

  function body({ requestBody }: Json): string[] {
    if (!requestBody) return [];
    const json = requestBody.content['application/json'];
    const title = requestBody.required ? '#### Body' : '#### Body (optional)';
    if (!json) return [title, Object.keys(requestBody.content).map(code).join(', ')];
    return [title, schemaTable(json.schema, schemas), example('Example of a body', json.example)];
  }

  function answers({ responses }: Json): string[] {
    const rows: string[][] = [];
    const details: string[] = [];
    for (const [status, { description, content = {}, headers = {} }] of Object.entries<Json>(responses)) {
      const json = content['application/json'];
      const refusals = Object.values<Json>(json?.examples ?? {}).map(({ value }) => `${code(value.code)}: ${value.message}`);
      if (status === 'default') continue;
      if (refusals.length > 0) {
        rows.push(...refusals.map((refusal) => [status, refusal]));
        continue;
      }
      const data = json?.schema.properties?.data ?? json?.schema;
      const inHeaders = Object.entries<Json>(headers).map(([name, header]) => `${code(name)}: ${header.description}`);
      const kinds = json ? [] : Object.keys(content).map(code);
      const kind = data && !isOwn(data) ? [`${code(data === json.schema ? 'body' : 'data')}: ${kindOf(data, schemas)}.`] : kinds;
      rows.push([status, [description, ...kind, ...inHeaders].join(' ')]);
      if (data && isOwn(data)) details.push(schemaTable(schemas[nameOf(data)], schemas));
      if (json?.example !== undefined) details.push(example(`Example of ${status}`, json.example));
    }
    return ['#### Answers', table(['Status', 'Meaning'], rows), ...details];
  }

  const operations = Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({ call: code(`${method.toUpperCase()} ${path}`), operation })),
  );
  const chapters = tags.flatMap(({ name, description }: Json) => [
    `## ${name}`,
    description,
    ...operations
      .filter(({ operation }) => operation.tags.includes(name))
      .flatMap(({ call, operation }) => [
        `### ${operation.summary} ${call} {#${operation.operationId}}`,
        operation.description,
        ...parameters(operation),
        ...body(operation),
        ...answers(operation),
      ]),
  ]);
  const shapes = Object.entries<Json>(schemas)
    .filter(([name]) => !name.endsWith('Answer'))
    .flatMap(([name, schema]) => [`### ${name} {#schema-${name}}`, schema.description ?? '', schemaTable(schema, schemas)]);
  return [
    '# The API of Kith',
    `Version ${info.version}. Programs read the same as OpenAPI at [${DOCUMENT_PATH}](${DOCUMENT_PATH}).`,
    info.description,
    ...chapters,
    '## Shapes',
    'What answers consist of.',
    ...shapes,
  ].join('\n\n');
}
