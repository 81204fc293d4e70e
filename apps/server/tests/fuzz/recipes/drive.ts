import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { packBundle } from '../../../src/drive/bundles/testing.ts'
import { hashBlock } from '../../../src/drive/contents/block-hash.ts'
import { writeZip } from '../../../src/kernel/zip/write-zip.ts'
import type { Recipe, Recipes } from './recipe.ts'
import { type Scene, type Somebody, someName } from './scene.ts'

/** Each time other bytes: what the drive has already is not sent again. */
const someContent = (): Buffer => Buffer.from(someName())

/** Files of the person's own drive. */
export const drive: Recipes = {
  'GET /drive/v1/about': async ({ resident }) => ({ by: await resident() }),
  'GET /drive/v1/drives': async ({ resident }) => ({ by: await resident() }),
  'POST /drive/v1/files': async ({ resident }) => ({
    by: await resident(),
    body: { kind: 'folder', parent_id: 'root', name: 'Trips', conflict: 'rename' },
  }),
  'GET /drive/v1/files': async ({ resident }) => ({
    by: await resident(),
    query: {
      parent_id: 'root',
      page_size: '10',
      order_by: 'modified',
      direction: 'desc',
      folders_first: 'false',
      size_min: '0',
      tag: 'trip',
    },
  }),
  'GET /drive/v1/files:measure': async ({ resident }) => ({
    by: await resident(),
    query: { parent_id: 'root', page_size: '10', order_by: 'size', direction: 'desc' },
  }),
  'GET /drive/v1/files:count': async ({ resident }) => ({
    by: await resident(),
    query: { place: 'drive', type_group: 'image', starred: 'false', size_min: '0', tag: 'trip' },
  }),
  'GET /drive/v1/files/{id}': toFile(),
  'PATCH /drive/v1/files/{id}': async (scene) => ({
    ...(await toFile()(scene)),
    body: {
      name: `${someName()}.md`,
      parent_id: 'root',
      description: 'At the sea',
      starred: true,
      tags: ['trip'],
      modified_time: '2026-01-02T03:04:05Z',
      conflict: 'rename',
    },
  }),
  'POST /drive/v1/files:batchTrash': toFiles(),
  'POST /drive/v1/files:batchUntrash': toPlace({ place: 'trash' }, { conflict: 'rename' }),
  'POST /drive/v1/files:batchMove': toFiles({ parent_id: 'root', conflict: 'fail' }),
  'POST /drive/v1/files:batchCopy': toFiles({ parent_id: 'root', conflict: 'rename' }),
  'POST /drive/v1/files:batchCopyFrom': fromAnother({ conflict: 'rename' }),
  'POST /drive/v1/files:batchMoveFrom': fromAnother({ conflict: 'fail' }),
  // No such host can exist.
  'POST /drive/v1/files:fetch': async ({ resident }) => ({
    by: await resident(),
    body: { urls: ['https://awan.invalid/a.txt'], parent_id: 'root', conflict: 'rename' },
  }),
  'POST /drive/v1/files:compress': toFiles({ parent_id: 'root', conflict: 'rename' }),
  'POST /drive/v1/files/{id}/extract': async (scene) => {
    const { by, id } = await uploadFile(scene, await someZip())
    return {
      by,
      params: { id },
      headers: { 'idempotency-key': someName() },
      body: { parent_id: 'root', name: someName(), conflict: 'rename' },
    }
  },
  'POST /drive/v1/files:checkMove': toFiles({ parent_id: 'root' }),
  'POST /drive/v1/files:batchRename': toNames(),
  'POST /drive/v1/files:checkRename': toNames(),
  'POST /drive/v1/files:photoTimes': toFiles(),
  'POST /drive/v1/files:batchStar': toPlace({ place: 'drive', tag: 'trip' }, { starred: true }),
  'POST /drive/v1/files:batchTag': toPlace({ place: 'drive', tag: 'trip' }, { add: ['sea'] }),
  'POST /drive/v1/files:batchDelete': toFiles(),
  'POST /drive/v1/trash:empty': async ({ resident }) => ({ by: await resident() }),
  'GET /drive/v1/tasks': async ({ resident }) => ({
    by: await resident(),
    query: { state: 'ended', page_size: '10' },
  }),
  'GET /drive/v1/tasks/{id}': toTask(),
  'DELETE /drive/v1/tasks/{id}': toTask(),
  'POST /drive/v1/tasks/{id}/undo': toTask(),
  'POST /drive/v1/shortcuts': async (scene) => {
    const { by, id } = await uploadFile(scene)
    const target = { file_id: id }
    return { by, body: { parent_id: 'root', name: someName(), conflict: 'rename', target } }
  },
  'POST /drive/v1/shortcuts:check': async (scene) => {
    const { by, id } = await makeShortcut(scene)
    return { by, body: { ids: [id] } }
  },
  'GET /drive/v1/files/{id}/target': async (scene) => {
    const { by, id } = await makeShortcut(scene)
    return { by, params: { id } }
  },
  'GET /drive/v1/files/{id}/summary': toFile(),
  'POST /drive/v1/files/{id}/opened': toFile(),
  'GET /drive/v1/photos': toPage(),
  'GET /drive/v1/photos:measure': toPage(),
  'GET /drive/v1/recent': toPage(),
  'GET /drive/v1/starred': toPage(),
  'GET /drive/v1/trash': async ({ resident }) => ({
    by: await resident(),
    query: { page_size: '10', q: 'trip' },
  }),
  'GET /drive/v1/tags': toPage(),
  'GET /drive/v1/search': async ({ resident }) => ({
    by: await resident(),
    query: { q: 'trip', in: 'all', page_size: '10', parent_id: 'root', size_min: '0', tag: 'trip' },
  }),
  'GET /drive/v1/search:count': async ({ resident }) => ({
    by: await resident(),
    query: { q: 'trip', in: 'all', parent_id: 'root', size_min: '0', tag: 'trip' },
  }),
  'GET /drive/v1/saved-searches': async ({ resident }) => ({ by: await resident() }),
  'POST /drive/v1/saved-searches': async ({ newcomer }) => ({
    by: await newcomer(),
    body: { name: someName(), query: { q: 'trip', modified: 'week', size_min: 1, starred: true } },
  }),
  'PATCH /drive/v1/saved-searches/{id}': async (scene) => ({
    ...(await saveSearch(scene)),
    body: { name: someName(), query: { q: 'lake' } },
  }),
  'DELETE /drive/v1/saved-searches/{id}': saveSearch,
  'GET /drive/v1/search:everywhere': async ({ resident }) => ({
    by: await resident(),
    query: { q: 'trip', in: 'all', page_size: '10', size_min: '0', tag: 'trip' },
  }),
  'GET /drive/v1/changes': async ({ resident, call }) => {
    const by = await resident()
    const { cursor } = await call('GET /drive/v1/changes', { by })
    await call('POST /drive/v1/files', { by, body: { kind: 'folder', name: someName() } })
    return { by, query: { cursor, page_size: '10', wait: '60' } }
  },
  'GET /drive/v1/activity': async (scene) => {
    const { by, id } = await uploadFile(scene)
    return { by, query: { node_id: id, page_size: '10' } }
  },
  'GET /drive/v1/changes/events': async ({ resident }) => ({ by: await resident() }),
  'GET /drive/v1/files/{id}/content': toFile(),
  'POST /drive/v1/files/{id}/link': toFile(),
  'GET /drive/v1/content/{link}': async (scene) => {
    const { by, id } = await uploadFile(scene)
    const { url } = await scene.call(`POST /drive/v1/files/${id}/link`, { by })
    return { params: { link: linkIn(scene, url) } }
  },
  'GET /drive/v1/files/{id}/thumbnail': async (scene) => {
    const { by, id } = await uploadImage(scene)
    return { by, params: { id }, query: { size: '256' } }
  },
  'GET /drive/v1/files/{id}/media': async (scene) => {
    const { by, id } = await uploadImage(scene)
    return { by, params: { id } }
  },
  'GET /drive/v1/files/{id}/locks': toFile(),
  'DELETE /drive/v1/files/{id}/locks': toFile(),
  'GET /drive/v1/thumbnails/{link}': async (scene) => {
    const { by, id } = await uploadImage(scene)
    const { thumbnail_link } = await scene.call(`GET /drive/v1/files/${id}`, { by })
    return { params: { link: linkIn(scene, thumbnail_link) }, query: { size: '512' } }
  },
  'POST /drive/v1/files:zip': toFiles({ name: 'Trips.zip' }),
  'GET /drive/v1/archives/{link}': async (scene) => {
    const { by, id } = await uploadFile(scene)
    const { url } = await scene.call('POST /drive/v1/files:zip', { by, body: { ids: [id] } })
    return { params: { link: linkIn(scene, url) } }
  },

  'GET /drive/v1/files/{id}/versions': async (scene) => ({
    ...(await toFile()(scene)),
    query: { page_size: '10' },
  }),
  'GET /drive/v1/files/{id}/versions/{version_id}/content': toVersion(),
  'POST /drive/v1/files/{id}/versions/{version_id}/link': toVersion(),
  'POST /drive/v1/files/{id}/versions/{version_id}/restore': toVersion(),
  'PATCH /drive/v1/files/{id}/versions/{version_id}': async (scene) => ({
    ...(await toVersion()(scene)),
    body: { name: 'As sent' },
  }),
  'DELETE /drive/v1/files/{id}/versions/{version_id}': toVersion(),

  'PUT /drive/v1/paths/{path}': async ({ resident }) => ({
    by: await resident(),
    params: { path: `${someName()}/${someName()}.txt` },
    headers: { 'content-type': 'text/plain', 'x-modified-time': '2026-01-02T03:04:05Z' },
    body: someContent(),
  }),
  'GET /drive/v1/paths/{path}': toPath(),
  'DELETE /drive/v1/paths/{path}': toPath(),

  'POST /drive/v1/uploads': async ({ resident }) => ({
    by: await resident(),
    body: newUpload(someContent()),
  }),
  'GET /drive/v1/uploads/{id}': toUpload(),
  'DELETE /drive/v1/uploads/{id}': toUpload(),
  'POST /drive/v1/uploads/{id}/proof': async (scene) => ({
    ...(await toUpload()(scene)),
    body: { proof: createHash('sha256').update('a guess').digest('hex') },
  }),
  'PUT /drive/v1/uploads/{id}/blocks/{first}': async (scene) => {
    const { by, id, content } = await beginUpload(scene)
    return { by, params: { id, first: '0' }, headers: BYTES, body: content }
  },
  'POST /drive/v1/uploads:bundle': async ({ resident }) => {
    const content = someContent()
    const entries = [
      { path: `${someName()}/${someName()}.txt`, size: content.length },
      { path: someName(), kind: 'folder' },
    ]
    return {
      by: await resident(),
      headers: { ...BYTES, 'idempotency-key': someName() },
      body: packBundle({ entries, conflict: 'rename' }, [content]),
    }
  },
  'POST /drive/v1/uploads/{id}/commit': async (scene) => {
    const { by, id } = await putContent(scene)
    return { by, params: { id }, body: { conflict: 'rename' } }
  },
}

const BYTES = { 'content-type': 'application/octet-stream' }

const newUpload = (content: Buffer, name = `${someName()}.txt`) => ({
  parent_id: 'root',
  name,
  size: content.length,
  block_hashes: [hashBlock(content)],
  mime_type: 'text/plain',
  modified_time: '2026-01-02T03:04:05Z',
})

function linkIn({ url }: Scene, path: string): string {
  return decodeURIComponent(new URL(path, url).pathname.split('/').at(-1) ?? '')
}

function toPage(): Recipe {
  return async ({ resident }) => ({ by: await resident(), query: { page_size: '10' } })
}

function toPath(): Recipe {
  return async (scene) => {
    const { by, id } = await uploadFile(scene)
    const { name } = await scene.call(`GET /drive/v1/files/${id}`, { by })
    return { by, params: { path: name } }
  }
}

function toUpload(): Recipe {
  return async (scene) => {
    const { by, id } = await beginUpload(scene)
    return { by, params: { id } }
  }
}

function toFile(): Recipe {
  return async (scene) => {
    const { by, id } = await uploadFile(scene)
    return { by, params: { id } }
  }
}

/** The first of two versions. */
function toVersion(): Recipe {
  return async (scene) => {
    const { by, id } = await uploadFile(scene)
    const { versions } = await scene.call(`GET /drive/v1/files/${id}/versions`, { by })
    const { name } = await scene.call(`GET /drive/v1/files/${id}`, { by })
    const next = await putContent(scene, name)
    const body = { conflict: 'replace' }
    await scene.call(`POST /drive/v1/uploads/${next.id}/commit`, { by, body })
    return { by, params: { id, version_id: versions[0].id } }
  }
}

function toFiles(more: object = {}): Recipe {
  return async (scene) => {
    const { by, id } = await uploadFile(scene)
    return { by, headers: { 'idempotency-key': someName() }, body: { ids: [id], ...more } }
  }
}

/** Another name for a file that has just been read. */
function toNames(): Recipe {
  return async (scene) => {
    const { by, id } = await uploadFile(scene)
    const { etag } = await scene.call(`GET /drive/v1/files/${id}`, { by })
    const headers = { 'idempotency-key': someName() }
    return { by, headers, body: { renames: [{ id, name: `${someName()}.txt`, etag }] } }
  }
}

/** A file of somebody who shares it, into the caller's own drive. */
function fromAnother(more: object): Recipe {
  return async (scene) => {
    const [owner, { id }] = [await scene.resident(), await uploadFile(scene)]
    const by = await scene.newcomer()
    const grant = { grantee: { kind: 'person', sub: by.sub }, role: 'editor' }
    await scene.call(`POST /drive/v1/files/${id}/grants`, { by: owner, body: grant })
    const { drive_id } = await scene.call('GET /drive/v1/about', { by: owner })
    const body = { from: { drive_id }, ids: [id], parent_id: 'root', ...more }
    return { by, headers: { 'idempotency-key': someName() }, body }
  }
}

/** All of a place but one file. */
function toPlace(place: object, more: object): Recipe {
  return async (scene) => {
    const { by, id } = await uploadFile(scene)
    const body = { inside: { ...place, except_ids: [id] }, ...more }
    return { by, headers: { 'idempotency-key': someName() }, body }
  }
}

function toTask(): Recipe {
  return async (scene) => {
    const { by, id } = await uploadFile(scene)
    const body = { ids: [id] }
    const { task_id } = await scene.call('POST /drive/v1/files:batchTrash', { by, body })
    return { by, params: { id: task_id } }
  }
}

async function beginUpload({ resident, call }: Scene, name?: string, content = someContent()) {
  const by = await resident()
  const { id } = await call('POST /drive/v1/uploads', { by, body: newUpload(content, name) })
  return { by, id: id as string, content }
}

/** Its thumbnails are made by the time that this resolves. */
async function uploadImage(scene: Scene): Promise<{ by: Somebody; id: string }> {
  const by = await scene.resident()
  const background = `#${randomBytes(3).toString('hex')}`
  const image = await sharp({ create: { width: 2, height: 2, channels: 3, background } })
    .png()
    .toBuffer()
  const body = { ...newUpload(image), name: `${someName()}.png`, mime_type: 'image/png' }
  const upload = await scene.call('POST /drive/v1/uploads', { by, body })
  if (upload.missing.length > 0) await putBytes(scene, by, upload.id, image)
  const file = await scene.call(`POST /drive/v1/uploads/${upload.id}/commit`, { by, body: {} })
  await scene.runChore('make thumbnails')
  return { by, id: file.id }
}

async function uploadFile(scene: Scene, content?: Buffer): Promise<{ by: Somebody; id: string }> {
  const { by, id } = await putContent(scene, undefined, content)
  const file = await scene.call(`POST /drive/v1/uploads/${id}/commit`, { by, body: {} })
  return { by, id: file.id }
}

async function makeShortcut(scene: Scene) {
  const { by, id } = await uploadFile(scene)
  const body = { name: someName(), target: { file_id: id } }
  const shortcut = await scene.call('POST /drive/v1/shortcuts', { by, body })
  return { by, id: shortcut.id }
}

async function putContent(
  scene: Scene,
  name?: string,
  bytes?: Buffer,
): Promise<{ by: Somebody; id: string }> {
  const { by, id, content } = await beginUpload(scene, name, bytes)
  await putBytes(scene, by, id, content)
  return { by, id }
}

async function someZip(): Promise<Buffer> {
  const content = someContent()
  const open = async () => Readable.from([content])
  const file = { name: `${someName()}.txt`, modifiedAtMs: 0, sizeBytes: content.length, open }
  return buffer(writeZip([file]))
}

async function putBytes({ url }: Scene, by: Somebody, id: string, content: Buffer): Promise<void> {
  const answer = await fetch(`${url}/drive/v1/uploads/${id}/blocks/0`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${by.token}`, ...BYTES },
    body: new Uint8Array(content),
  })
  if (!answer.ok) throw new Error(`a block was refused: ${await answer.text()}`)
}

async function saveSearch({ newcomer, call }: Scene) {
  const by = await newcomer()
  const body = { name: someName(), query: { q: 'trip' } }
  const { id } = await call('POST /drive/v1/saved-searches', { by, body })
  return { by, params: { id: id as string } }
}
