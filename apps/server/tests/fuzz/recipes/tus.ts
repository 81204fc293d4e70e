import type { Recipe, Recipes } from './recipe.ts'
import { type Scene, someName } from './scene.ts'

const CONTENT = Buffer.from('At the sea')
const TUS = { 'tus-resumable': '1.0.0' }
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }

/** Uploads of clients that speak tus. */
export const tus: Recipes = {
  'OPTIONS /drive/v1/tus': () => ({}),
  'POST /drive/v1/tus': async ({ resident }) => ({
    by: await resident(),
    headers: { ...BYTES, ...newUpload() },
    body: CONTENT,
  }),
  'HEAD /drive/v1/tus/{id}': toUpload(TUS),
  'DELETE /drive/v1/tus/{id}': toUpload(TUS),
  'PATCH /drive/v1/tus/{id}': async (scene) => ({
    ...(await toUpload(BYTES)(scene)),
    body: CONTENT,
  }),
  'POST /drive/v1/tus/{id}': async (scene) => ({
    ...(await toUpload({ ...BYTES, 'x-http-method-override': 'PATCH' })(scene)),
    body: CONTENT,
  }),
}

const newUpload = () => ({
  'upload-length': String(CONTENT.length),
  'upload-metadata': Object.entries({
    filename: `${someName()}.txt`,
    filetype: 'text/plain',
    parent_id: 'root',
    conflict: 'rename',
    modified: '2026-01-02T03:04:05Z',
  })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(','),
})

function toUpload(headers: Record<string, string>): Recipe {
  return async ({ resident, ask }: Scene) => {
    const by = await resident()
    const begun = await ask('POST /drive/v1/tus', { by, headers: { ...TUS, ...newUpload() } })
    const id = begun.headers.get('location')?.split('/').at(-1)
    if (id === undefined) throw new Error(`an upload was refused: ${begun.status}`)
    return { by, params: { id }, headers }
  }
}
