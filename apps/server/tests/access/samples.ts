import { packBundle } from '../../src/drive/bundles/testing.ts'

/** What a call of the matrix may name: a file, a folder and a version of one place. */
export interface Named {
  fileId: string
  folderId: string
  versionId: string
  /** A link on the file. */
  linkId: string
  /** The file by its path, from where its caller begins. */
  path: string
  /** Somebody else's access to the file. */
  grantId: string
}

/** An upload, a tus upload and a task of somebody. */
export interface Begun {
  uploadId: string
  tusId: string
  taskId: string
}

export interface Request {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: object | Buffer
}

/** One call of each kind, by what it is about. */
export type Sample =
  | { about: 'node'; request(named: Named): Request; alsoAllowed?: string; namesFolder?: true }
  | {
      about: 'begun'
      request(begun: Begun): Request
      alsoAllowed?: string
      /** It answers everybody alike, and does nothing to what is not theirs. */
      answersAll?: true
    }
  | { about: 'drive'; request(): Request }
  /** No address of a node: the caller's own top folder is where it begins. */
  | {
      about: 'path'
      request(named: Named): Request
      namesFolder?: true
      /** It makes the folders on its way: in a drop folder those of the sender, beside what others have there. */
      makesFolders?: true
    }

const onFile = (more: Request = {}, alsoAllowed?: string): Sample => ({
  about: 'node',
  request: ({ fileId, versionId }) => ({
    ...more,
    params: { id: fileId, version_id: versionId },
  }),
  ...(alsoAllowed !== undefined && { alsoAllowed }),
})

const inFolder = (toRequest: (folderId: string) => Request): Sample => ({
  about: 'node',
  request: ({ folderId }) => toRequest(folderId),
  namesFolder: true,
})

const onGrant = (more: Request = {}): Sample => ({
  about: 'node',
  request: ({ grantId }) => ({ ...more, params: { id: grantId } }),
})

const onMany = (more: object = {}): Sample => ({
  about: 'node',
  request: ({ fileId }) => ({ body: { ids: [fileId], ...more } }),
})

const ofDrive = (request: Request = {}): Sample => ({ about: 'drive', request: () => request })

const tus = { 'tus-resumable': '1.0.0' }
const tusBytes = { ...tus, 'content-type': 'application/offset+octet-stream' }
const metadata = (parentId: string) =>
  `filename ${btoa('new.txt')},parent_id ${btoa(parentId)},conflict ${btoa('rename')}`

const onTus = (headers: Record<string, string> = {}, body?: Buffer): Sample => ({
  about: 'begun',
  request: ({ tusId }) => ({
    params: { id: tusId },
    headers: { ...tus, ...headers },
    ...(body && { body }),
  }),
})

const onUpload = (more: Request = {}, alsoAllowed?: string): Sample => ({
  about: 'begun',
  request: ({ uploadId }) => ({ ...more, params: { id: uploadId, first: '0' } }),
  ...(alsoAllowed !== undefined && { alsoAllowed }),
})

const onTask: Sample = { about: 'begun', request: ({ taskId }) => ({ params: { id: taskId } }) }

const onLink = (more: Request = {}): Sample => ({
  about: 'node',
  request: ({ linkId }) => ({ ...more, params: { id: linkId } }),
})

const intoFolder: Sample = {
  about: 'node',
  request: ({ fileId, folderId }) => ({ body: { from: {}, ids: [fileId], parent_id: folderId } }),
  alsoAllowed: 'invalid_argument',
  namesFolder: true,
}

/** Each is a new file. */
let puts = 0

/** By method and path as the API document has them; the matrix fails where one is missing. */
export const samples: Readonly<Record<string, Sample>> = {
  'GET /drive/v1/about': ofDrive(),
  'POST /drive/v1/files': inFolder((parent_id) => ({
    body: { kind: 'folder', parent_id, name: 'new', conflict: 'rename' },
  })),
  'POST /drive/v1/shortcuts': {
    about: 'node',
    request: ({ folderId }) => ({
      // To the caller's own top folder, which each of them has.
      body: { parent_id: folderId, target: { file_id: 'root' }, name: 'way', conflict: 'rename' },
    }),
    namesFolder: true,
  },
  'POST /drive/v1/shortcuts:check': ofDrive({ body: { ids: ['unknown'] } }),
  'GET /drive/v1/files/{id}/target': onFile({}, 'invalid_argument'),
  'GET /drive/v1/files': inFolder((parent_id) => ({ query: { parent_id } })),
  'GET /drive/v1/files:measure': inFolder((parent_id) => ({ query: { parent_id } })),
  'GET /drive/v1/files:count': inFolder((folder_id) => ({ query: { folder_id } })),
  'GET /drive/v1/files/{id}': onFile(),
  'PATCH /drive/v1/files/{id}': onFile({ body: { description: 'changed' } }),
  'GET /drive/v1/files/{id}/summary': onFile(),
  'POST /drive/v1/files/{id}/opened': onFile(),
  'GET /drive/v1/files/{id}/content': onFile(),
  'POST /drive/v1/files/{id}/link': onFile(),
  'GET /drive/v1/files/{id}/thumbnail': onFile({ query: { size: '256' } }, 'aborted'),
  'GET /drive/v1/files/{id}/media': onFile(),
  'GET /drive/v1/files/{id}/locks': onFile(),
  'DELETE /drive/v1/files/{id}/locks': onFile(),
  'GET /drive/v1/files/{id}/grants': onFile(),
  'POST /drive/v1/files/{id}/grants': onFile({
    body: { grantee: { kind: 'person', sub: 'somebody' }, role: 'viewer' },
  }),
  'POST /drive/v1/files/{id}/offers': onFile({ body: { to_sub: 'somebody' } }),
  'PATCH /drive/v1/grants/{id}': onGrant({ body: { role: 'editor' } }),
  'DELETE /drive/v1/grants/{id}': onGrant(),
  'GET /drive/v1/files/{id}/versions': onFile(),
  'GET /drive/v1/files/{id}/versions/{version_id}/content': onFile(),
  'POST /drive/v1/files/{id}/versions/{version_id}/link': onFile(),
  'POST /drive/v1/files/{id}/versions/{version_id}/restore': onFile(),
  'PATCH /drive/v1/files/{id}/versions/{version_id}': onFile({ body: { name: 'first' } }),
  // It is the only version that there is.
  'DELETE /drive/v1/files/{id}/versions/{version_id}': onFile({}, 'failed_precondition'),
  'POST /drive/v1/files:batchTrash': onMany(),
  'POST /drive/v1/files:batchUntrash': onMany({ conflict: 'rename' }),
  'POST /drive/v1/files:batchMove': {
    about: 'node',
    request: ({ fileId, folderId }) => ({ body: { ids: [fileId], parent_id: folderId } }),
  },
  'POST /drive/v1/files:batchCopy': {
    about: 'node',
    request: ({ fileId, folderId }) => ({
      body: { ids: [fileId], parent_id: folderId, conflict: 'rename' },
    }),
  },
  // What the source allows is tested in across.test.ts; here it is the caller's own drive, and in that one itself.
  'POST /drive/v1/files:batchCopyFrom': intoFolder,
  'POST /drive/v1/files:batchMoveFrom': intoFolder,
  // Nobody works on it: no runner was started.
  'POST /drive/v1/files:fetch': inFolder((parent_id) => ({
    body: { urls: ['https://awan.invalid/file.txt'], parent_id },
  })),
  'POST /drive/v1/files:compress': {
    about: 'node',
    request: ({ fileId, folderId }) => ({ body: { ids: [fileId], parent_id: folderId } }),
  },
  // Nobody works on it: no runner was started.
  'POST /drive/v1/files/{id}/extract': {
    about: 'node',
    request: ({ fileId, folderId }) => ({ params: { id: fileId }, body: { parent_id: folderId } }),
  },
  'POST /drive/v1/files:checkMove': {
    about: 'node',
    request: ({ fileId, folderId }) => ({ body: { ids: [fileId], parent_id: folderId } }),
    namesFolder: true,
  },
  'POST /drive/v1/files:batchRename': {
    about: 'node',
    request: ({ fileId }) => ({ body: { renames: [{ id: fileId, name: `new ${++puts}.txt` }] } }),
  },
  'POST /drive/v1/files:checkRename': {
    about: 'node',
    request: ({ fileId }) => ({ body: { renames: [{ id: fileId, name: 'as it will be' }] } }),
  },
  'POST /drive/v1/files:photoTimes': ofDrive({ body: { ids: ['unknown'] } }),
  'POST /drive/v1/files:batchStar': onMany({ starred: true }),
  'POST /drive/v1/files:batchTag': onMany({ add: ['sea'] }),
  'POST /drive/v1/files:batchDelete': onMany(),
  'POST /drive/v1/files:zip': onMany(),
  'POST /drive/v1/links': {
    about: 'node',
    request: ({ fileId }) => ({ body: { node_id: fileId, role: 'viewer' } }),
  },
  'GET /drive/v1/links': {
    about: 'node',
    request: ({ fileId }) => ({ query: { node_id: fileId } }),
  },
  'PATCH /drive/v1/links/{id}': onLink({ body: { label: 'changed' } }),
  'DELETE /drive/v1/links/{id}': onLink(),
  'GET /drive/v1/links/{id}/received': onLink(),
  'POST /drive/v1/trash:empty': ofDrive(),
  'GET /drive/v1/trash': ofDrive(),
  'GET /drive/v1/recent': ofDrive(),
  'GET /drive/v1/starred': ofDrive(),
  'GET /drive/v1/tags': ofDrive(),
  'GET /drive/v1/photos': ofDrive(),
  'GET /drive/v1/photos:measure': ofDrive(),
  'GET /drive/v1/search': ofDrive({ query: { q: 'secret' } }),
  'GET /drive/v1/search:count': ofDrive({ query: { q: 'secret' } }),
  'GET /drive/v1/changes': ofDrive(),
  'GET /drive/v1/changes/events': ofDrive(),
  'GET /drive/v1/activity': ofDrive(),
  'GET /drive/v1/tasks': ofDrive(),
  'GET /drive/v1/tasks/{id}': onTask,
  'DELETE /drive/v1/tasks/{id}': onTask,
  'POST /drive/v1/tasks/{id}/undo': onTask,
  'POST /drive/v1/uploads': inFolder((parent_id) => ({
    body: { parent_id, name: 'new.txt', size: 3 },
  })),
  'POST /drive/v1/uploads:bundle': inFolder((parent_id) => ({
    body: packBundle({ parent_id, conflict: 'rename', entries: [{ path: 'new.txt', size: 3 }] }, [
      Buffer.from('new'),
    ]),
  })),
  'GET /drive/v1/uploads/{id}': onUpload(),
  'POST /drive/v1/uploads/{id}/proof': onUpload({ body: { proof: '0'.repeat(64) } }),
  'PUT /drive/v1/uploads/{id}/blocks/{first}': onUpload({ body: Buffer.from('new') }),
  'POST /drive/v1/uploads/{id}/commit': onUpload({ body: {} }, 'failed_precondition'),
  // One that is not there is as gone as it can be.
  'DELETE /drive/v1/uploads/{id}': { ...onUpload(), about: 'begun', answersAll: true } as Sample,
  'POST /drive/v1/tus': inFolder((parentId) => ({
    headers: { ...tus, 'upload-length': '3', 'upload-metadata': metadata(parentId) },
    body: Buffer.alloc(0),
  })),
  'HEAD /drive/v1/tus/{id}': onTus(),
  'PATCH /drive/v1/tus/{id}': onTus({ ...tusBytes, 'upload-offset': '0' }, Buffer.from('new')),
  'DELETE /drive/v1/tus/{id}': onTus(),
  'POST /drive/v1/tus/{id}': onTus({ 'x-http-method-override': 'HEAD' }),
  'PUT /drive/v1/paths/{path}': {
    about: 'path',
    request: ({ path }) => ({ params: { path: `${path}.${++puts}` }, body: Buffer.from('new') }),
    namesFolder: true,
    makesFolders: true,
  },
  'GET /drive/v1/paths/{path}': { about: 'path', request: ({ path }) => ({ params: { path } }) },
  'DELETE /drive/v1/paths/{path}': { about: 'path', request: ({ path }) => ({ params: { path } }) },
}
