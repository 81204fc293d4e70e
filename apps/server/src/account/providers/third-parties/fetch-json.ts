import { Refusal } from './provider-error.ts'
import type { FetchInit, ProviderFetch } from './provider-fetch.ts'

export type Json = Record<string, unknown>

/** For third parties that speak OAuth in their own way: an object, or a refusal. */
export async function fetchJson(
  send: ProviderFetch,
  url: URL | string,
  init: FetchInit = {},
): Promise<Json> {
  const response = await send(String(url), {
    ...init,
    headers: { accept: 'application/json', 'user-agent': 'Awan', ...(init.headers as object) },
  })
  const json = toObject(await response.text())
  // Some say 200 and put the refusal into the body.
  const refused = json?.error ?? (json?.errcode ? `errcode-${String(json.errcode)}` : undefined)
  if (refused !== undefined) throw new Refusal(codeOf(refused), response.status)
  if (!response.ok || !json) throw new Refusal('unexpected_answer', response.status)
  return json
}

export function postForm(
  fetch: ProviderFetch,
  url: URL | string,
  fields: Record<string, string>,
): Promise<Json> {
  return fetchJson(fetch, url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function requireText(value: unknown, what: string): string {
  const text = typeof value === 'number' ? String(value) : textOf(value)
  if (text === undefined || text.length > MAX_TEXT_LENGTH) throw new Refusal(`no_${what}`, 200)
  return text
}

/** Tokens are long; ids are not, and are measured where they are kept. */
const MAX_TEXT_LENGTH = 16_384

function toObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Json)
      : undefined
  } catch {
    return undefined
  }
}

/** Facebook's errors are objects. */
function codeOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error
  const { type, code } = error as { type?: unknown; code?: unknown }
  return `${String(type)}-${String(code)}`
}
