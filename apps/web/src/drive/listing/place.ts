import type { PhotoFilter, SearchQuery } from '@awan/client/drive'

/** Where a list of files comes from. */
export type Place =
  | { kind: 'folder'; folderId: string }
  /** One file alone: what is around it is not shared. */
  | { kind: 'file'; fileId: string }
  | { kind: 'recent' }
  | { kind: 'starred' }
  | { kind: 'tag'; tag: string }
  /** With a filter, those that pass it. */
  | { kind: 'photos'; filter?: PhotoFilter }
  /** With words, what has them in its name. */
  | { kind: 'trash'; words?: string }
  | { kind: 'search'; query: SearchQuery }
