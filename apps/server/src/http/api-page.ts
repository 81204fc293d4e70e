import { escapeHtml } from './escape-html.ts'
import type { ApiDocument, Operation } from './openapi.ts'

/** The API document for people: one page, no script, its style in a file of its own. */
export function renderApiPage(document: ApiDocument): string {
  const groups = document.tags.map(({ name }) => ({ name, calls: callsOf(document, name) }))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Awan API</title>
<link rel="stylesheet" href="/docs/api.css">
</head>
<body>
<nav aria-label="Calls">
<p class="brand">Awan API <small>${escapeHtml(document.info.version)}</small></p>
${groups.map(renderMenu).join('')}
</nav>
<main>
<h1>Awan API</h1>
<p>${escapeHtml(document.info.description)} The same document for machines: <a href="/openapi.json">openapi.json</a>.</p>
${groups.map(renderGroup).join('')}
</main>
</body>
</html>
`
}

interface Call {
  method: string
  path: string
  operation: Operation
}

interface Group {
  name: string
  calls: Call[]
}

function callsOf(document: ApiDocument, tag: string): Call[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

function renderMenu({ name, calls }: Group): string {
  const items = calls.map(
    ({ method, path, operation }) =>
      `<li><a href="#${operation.operationId}"><b>${method}</b> ${escapeHtml(path)}</a></li>`,
  )
  return `<h2>${escapeHtml(name)}</h2><ul>${items.join('')}</ul>`
}

function renderGroup({ name, calls }: Group): string {
  return `<h2>${escapeHtml(name)}</h2>${calls.map(renderCall).join('')}`
}

function renderCall({ method, path, operation }: Call): string {
  return `<section id="${operation.operationId}">
<h3><b class="${method.toLowerCase()}">${method}</b> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)}. ${escapeHtml(operation.description)}</p>
${renderParameters(operation)}${renderBody(operation)}
<h4>Answers</h4>
<dl>${Object.entries(operation.responses)
    .map(([status, { description, content }]) => {
      const schema = status === '200' ? Object.values(content ?? {})[0]?.schema : undefined
      return `<dt>${status}</dt><dd>${escapeHtml(description)}${renderSchema(schema)}</dd>`
    })
    .join('')}</dl>
</section>`
}

function renderParameters({ parameters }: Operation): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td>${renderType(schema)}</td></tr>`,
  )
  return `<h4>Parameters</h4><table><tbody>${rows.join('')}</tbody></table>`
}

function renderBody({ requestBody }: Operation): string {
  if (!requestBody) return ''
  const [contentType, { schema }] = Object.entries(requestBody.content)[0] ?? ['', { schema: {} }]
  return `<h4>Body <small>${escapeHtml(contentType)}</small></h4>${renderSchema(schema)}`
}

interface ObjectSchema {
  properties?: Record<string, unknown>
  required?: string[]
}

function renderSchema(schema: unknown): string {
  const { properties, required = [] } = (schema ?? {}) as ObjectSchema
  if (!properties || Object.keys(properties).length === 0) return ''
  const rows = Object.entries(properties).map(
    ([name, property]) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${required.includes(name) ? 'required' : ''}</td><td>${renderType(property)}</td></tr>`,
  )
  return `<table><tbody>${rows.join('')}</tbody></table>`
}

function renderType(schema: unknown): string {
  return escapeHtml(typeInWords(schema))
}

function typeInWords(schema: unknown): string {
  const {
    type,
    enum: values,
    const: only,
    format,
    maxLength,
    items,
    anyOf,
    ...rest
  } = (schema ?? {}) as Record<string, unknown>
  const isPlain = typeof type === 'string' && values === undefined && only === undefined
  const parts = [
    Array.isArray(values) ? values.map(String).join(' | ') : undefined,
    only === undefined ? undefined : String(only),
    isPlain ? type : undefined,
    items === undefined ? undefined : `of ${typeInWords(items)}`,
    Array.isArray(anyOf) ? anyOf.map(typeInWords).join(' or ') : undefined,
    typeof format === 'string' ? `(${format})` : undefined,
    typeof maxLength === 'number' ? `up to ${maxLength} characters` : undefined,
    rest.default === undefined ? undefined : `default ${JSON.stringify(rest.default)}`,
  ]
  return parts.filter((part) => part !== undefined).join(' ')
}
