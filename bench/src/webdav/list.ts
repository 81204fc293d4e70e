import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { curl } from './curl.ts'
import type { DavServer, DavServers } from './dav-server.ts'

/** The folder with so many entries is at the same path everywhere. */
export const LISTED = 'Folder%201/'

const SIZE = 4_000

/** What programs ask for: of the properties that all of these servers have. */
export const USUAL =
  '<?xml version="1.0"?><d:propfind xmlns:d="DAV:"><d:prop><d:resourcetype/><d:getcontentlength/>' +
  '<d:getlastmodified/><d:getetag/><d:displayname/></d:prop></d:propfind>'

export const ALL = '<?xml version="1.0"?><d:propfind xmlns:d="DAV:"><d:allprop/></d:propfind>'

/** From the request to the last byte of the answer. */
export async function listMs(
  server: DavServer,
  { body = USUAL, bytesPerSecond }: { body?: string; bytesPerSecond?: number } = {},
): Promise<number> {
  const { ms } = await curl(server, LISTED, [...PROPFIND, body, ...limit(bytesPerSecond)])
  return ms
}

function limit(bytesPerSecond: number | undefined): string[] {
  return bytesPerSecond === undefined ? [] : ['--limit-rate', String(bytesPerSecond)]
}

const PROPFIND = ['-X', 'PROPFIND', '-H', 'Depth: 1', '-H', 'Content-Type: text/xml', '--data']

/** The names of what is in the folder, as they are in its addresses. */
export async function listNames({ name, address, headers }: DavServer): Promise<string[]> {
  const answer = await fetch(address + LISTED, {
    method: 'PROPFIND',
    headers: { ...headers, depth: '1', 'content-type': 'text/xml' },
    body: USUAL,
  })
  if (answer.status !== 207) throw new Error(`${name} answered a listing with ${answer.status}`)
  const text = await answer.text()
  const hrefs = [...text.matchAll(/<(?:\w+:)?href[^>]*>([^<]+)<\/(?:\w+:)?href>/g)]
  return hrefs
    .map(([, href = '']) => href.replace(/&amp;/g, '&'))
    .filter((href) => !href.endsWith('/'))
    .map((href) => decodeURIComponent(href.slice(href.lastIndexOf('/') + 1)))
}

/** Puts files of the same names and size into the folders of the others, and looks whether each lists them all. */
export async function plantListed({ ours, peers }: DavServers, entries: number): Promise<void> {
  const names = await listNames(ours)
  if (names.length !== entries) throw new Error(`ours lists ${names.length} of ${entries} entries`)
  for (const { server } of peers) {
    if (!server) continue
    const folder = join(server.folder, decodeURIComponent(LISTED))
    // By the server, as one of them keeps in mind what is at its top.
    const made = await fetch(server.address + LISTED, { method: 'MKCOL' })
    if (!made.ok) throw new Error(`${server.name} answered MKCOL with ${made.status}`)
    for (const name of names) {
      const path = join(folder, name)
      await writeFile(path, '')
      await truncate(path, SIZE)
    }
    const { length } = await listNames(server)
    if (length !== entries) throw new Error(`${server.name} lists ${length} of ${entries} entries`)
  }
}
