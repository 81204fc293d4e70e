import type { SearchQuery } from '@awan/client/drive'

/** Where a list of files comes from. */
export type Place =
  | { kind: 'folder'; folderId: string }
  | { kind: 'recent' }
  | { kind: 'starred' }
  | { kind: 'tag'; tag: string }
  | { kind: 'photos' }
  | { kind: 'trash' }
  | { kind: 'search'; query: SearchQuery }
