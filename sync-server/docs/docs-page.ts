/** The document as a page. It is made from the document alone, so both say the same, and it is readable without a script. */
import { escapeHtml } from '../accounts/mail-layout.ts';
import type { JsonSchema } from '../api-document/json-schema.ts';
import { DOCS_PATH, DOCUMENT_PATH } from '../http/document-paths.ts';
import { example, folded, inline, page, paragraphs, table } from './html.ts';
import { kindOf, schemaTable } from './schema-html.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as what it is, JSON
type Json = any;

interface Place {
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
}

const anchor = (name: string): string => name.toLowerCase().replaceAll(' ', '-');
const call = ({ method, path }: Place): string => `<span class="method">${method}</span> ${escapeHtml(path)}`;

export function docsPage(document: JsonSchema): string {
  const { info, tags, paths, components } = document as Json;
  const { schemas, parameters: named } = components;
  const resolved = (one: Json): Json => (one.$ref ? named[one.$ref.slice(one.$ref.lastIndexOf('/') + 1)] : one);
  const places: Place[] = Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

  function parameterTable(operation: Json): string {
    const rows = (operation.parameters ?? [])
      .map(resolved)
      .map((one: Json) => [
        `<code>${escapeHtml(one.name)}</code>`,
        `<p>${one.in}, ${kindOf(one.schema, schemas)}${one.required ? '' : ', <em>optional</em>'}</p><p>${inline(one.description ?? '')}</p>`,
      ]);
    return rows.length === 0 ? '' : `<h4>Parameters</h4>${table(`Parameters of ${operation.operationId}`, ['Name', 'What'], rows)}`;
  }

  function body(operation: Json): string {
    const content = operation.requestBody?.content;
    if (!content) return '';
    const json = content['application/json'];
    if (!json)
      return `<h4>Body</h4><p>${Object.keys(content)
        .map((type) => `<code>${escapeHtml(type)}</code>`)
        .join(', ')}</p>`;
    const optional = operation.requestBody.required ? '' : '<p>It may be left out.</p>';
    return `<h4>Body</h4>${optional}${schemaTable(`Body of ${operation.operationId}`, json.schema, schemas)}${folded('Example of a body', example(json.example))}`;
  }

  function answers(operation: Json): string {
    const entries = Object.entries<Json>(operation.responses);
    const done = entries.filter(([status]) => Number(status) < 400);
    const failures = entries.filter(([status]) => Number(status) >= 400);
    const successRows = done.map(([status, { description, content = {}, headers = {} }]) => {
      const json = content['application/json'];
      const data = json?.schema.properties?.data ?? json?.schema;
      const types = json ? [] : Object.keys(content).map((type) => `<code>${escapeHtml(type)}</code>`);
      const what = data ? [`${json.schema.properties?.data ? '<code>data</code>: ' : ''}${answerOf(operation, data)}`] : [];
      const headerParagraphs = Object.entries<Json>(headers).map(
        ([name, header]) => `<p><code>${escapeHtml(name)}</code>: ${inline(header.description)}</p>`,
      );
      const shown = json?.example === undefined ? '' : folded(`Example of ${status}`, example(json.example));
      return [status, `<p>${inline(description)} ${[...what, ...types].join(' ')}</p>${headerParagraphs.join('')}${shown}`];
    });
    const refused = failures.flatMap(([status, { content }]) =>
      Object.values<Json>(content['application/json'].examples ?? {}).map(({ value }) => [
        status,
        `<code>${escapeHtml(value.code)}</code>`,
        escapeHtml(value.message),
      ]),
    );
    return `<h4>Answers</h4>${table(`Answers of ${operation.operationId}`, ['Status', 'What'], successRows)}${
      refused.length === 0
        ? ''
        : `<h4>Refusals</h4>${table(`Refusals of ${operation.operationId}`, ['Status', 'Code', 'Message'], refused)}`
    }`;
  }

  /** Names a component. Lists an operation's own answer field by field. */
  function answerOf(operation: Json, data: Json): string {
    const name = data.$ref?.slice(data.$ref.lastIndexOf('/') + 1);
    if (name === undefined || !name.endsWith('Answer')) return kindOf(data, schemas);
    return schemaTable(`Answer of ${operation.operationId}`, schemas[name], schemas);
  }

  const article = (place: Place): string => {
    const { operation } = place;
    return `<article id="${escapeHtml(operation.operationId)}"><h3>${escapeHtml(operation.summary)}</h3><p class="call">${call(place)}</p>${paragraphs(
      operation.description,
    )}${parameterTable(operation)}${body(operation)}${answers(operation)}</article>`;
  };

  const placesWithTag = (name: string): Place[] => places.filter(({ operation }) => operation.tags.includes(name));
  const nav = tags.map(
    (tag: Json) =>
      `<h2>${escapeHtml(tag.name)}</h2><ul>${placesWithTag(tag.name)
        .map(
          (place) =>
            `<li><a href="#${place.operation.operationId}">${escapeHtml(place.operation.summary)}</a> <span class="muted">${place.method}</span></li>`,
        )
        .join('')}</ul>`,
  );
  const chapters = tags.map(
    (tag: Json) =>
      `<section aria-labelledby="${anchor(tag.name)}"><h2 id="${anchor(tag.name)}">${escapeHtml(tag.name)}</h2><p>${inline(tag.description)}</p>${placesWithTag(
        tag.name,
      )
        .map(article)
        .join('')}</section>`,
  );
  const shapes = Object.entries<JsonSchema>(schemas).filter(([name]) => !name.endsWith('Answer'));
  const described = shapes.map(
    ([name, schema]) =>
      `<article id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${paragraphs(String(schema.description ?? ''))}${schemaTable(name, schema, schemas)}</article>`,
  );

  return page({
    title: 'The API of Kith',
    lead: `<p class="muted">Version ${escapeHtml(info.version)}. The same for programs: <a href="${DOCUMENT_PATH}">${DOCUMENT_PATH}</a>. The sync protocol: <a href="${DOCS_PATH}/protocol">${DOCS_PATH}/protocol</a>.</p>${paragraphs(info.description)}`,
    nav: nav.join(''),
    main: `${chapters.join('')}<section aria-labelledby="shapes"><h2 id="shapes">Shapes</h2><p>What answers are made of.</p>${described.join('')}</section>`,
  });
}
