import type { HashAlgorithm } from '@awan/protocol'

export interface VersionRow {
  drive_id: string
  id: string
  node_id: string
  blob_id: string
  size: number
  hash: string
  created_at: number
  /** A version with a name stays until somebody removes it. */
  name: string | null
  created_by: string | null
}

export interface BlobRow {
  drive_id: string
  id: string
  size: number
  /** With the name of its algorithm; bare, it is SHA-256. Null while it is being written. */
  hash: string | null
  /** How many versions point here; at zero it waits for collection. */
  refs: number
  /** What the blob store wants back to go on with an open blob; empty where the bytes lie in a row. */
  draft: string
  created_at: number
  unused_since: number | null
}

/** The bytes of a blob that is too small for a file of its own. */
export interface SmallContentRow {
  drive_id: string
  blob_id: string
  bytes: Uint8Array
}

/** What is known of the CRC-32 of a content: that of so many of its first bytes. */
export interface ContentChecksumRow {
  drive_id: string
  blob_id: string
  bytes: number
  crc32: number
}

/** What a client said that a content adds up to, where all of its bytes were held against it. */
export interface BlobChecksumRow {
  drive_id: string
  blob_id: string
  algorithm: string
  /** Hexadecimal. */
  value: string
}

export interface UploadRow {
  drive_id: string
  id: string
  parent_id: string
  name: string
  size: number
  mime_type: string | null
  modified_at: number | null
  /** Its own open blob, or a sealed one of the drive when the content is already there. */
  blob_id: string
  blocks_per_put: number
  /** Room in the drive that is promised to it; nothing more once it is committed. */
  reserved: number
  /** What its blocks are hashed by. */
  hash_algorithm: HashAlgorithm
  /** Of each block as the caller announced them, one after the other. */
  announced_hashes: string | null
  /** Block ranges [first, last] that are not here yet, as JSON. */
  missing: string
  created_at: number
  expires_at: number
  /** Once committed, the row stays for a while, so that a repeated commit gives the same file. */
  committed_node_id: string | null
  /** Whose upload it is; null for the owner of the drive. Nobody else sees it. */
  created_by: string | null
  /** The upload that is being made of it; while that is open, this one is of no other use. */
  part_of: string | null
}

export interface UploadBlockRow {
  drive_id: string
  upload_id: string
  block: number
  /** By the upload's algorithm, with its name. */
  hash: string
}

/** Blocks that some request is writing. */
export interface UploadClaimRow {
  drive_id: string
  upload_id: string
  id: string
  first_block: number
  last_block: number
  expires_at: number
}

/** What was asked of somebody who says to have the content already. */
export interface UploadProofRow {
  drive_id: string
  upload_id: string
  prover_sub: string
  nonce: string
  created_at: number
  /** It is looked at once. */
  used_at: number | null
}

export interface TusUploadRow {
  drive_id: string
  upload_id: string
  /** A partial one becomes a piece of a final one, and no file of its own. */
  kind: 'whole' | 'partial' | 'final'
  conflict: 'fail' | 'rename' | 'replace'
  /** As it came, for who asks again. */
  metadata: string | null
  /** The uploads that a final one is made of, in their order, as JSON. */
  partial_ids: string | null
}

/** Bytes of a block that has begun; they go into the blob when it is full. */
export interface TusPieceRow {
  drive_id: string
  upload_id: string
  /** Where in the upload it begins. */
  start: number
  size: number
  bytes: Uint8Array
}

/** What a tus client said of an upload, beside what every upload has. */
/** Where a client puts the pieces of a file, under a name of its own. */
export interface ChunkFolderRow {
  person_sub: string
  name: string
  /** Whose quota the pieces take, */
  drive_id: string
  /** and a folder of it in which the person may add files. */
  parent_id: string
  expires_at: number
}

/** One piece: an upload that never becomes a file by itself. */
export interface ChunkRow {
  person_sub: string
  folder: string
  /** The number in its name: which one it is, or at which byte it begins. */
  position: number
  name: string
  drive_id: string
  upload_id: string
  size: number
  stored_at: number
}

/** A selection of files as it was when its link was made, laid out as a ZIP archive. */
export interface ArchiveRow {
  drive_id: string
  id: string
  name: string
  size: number
  /** Of all that decides its bytes. */
  hash: string
  entries: number
  /** Where the directory of the archive begins. */
  directory_byte: number
  /** Whether all of its parts are written; nobody reads it before. */
  is_complete: number
  created_at: number
  expires_at: number
  /** The selected nodes, as JSON: the reader of the archive must still see each. */
  node_ids: string | null
}

/** Some hundred entries of an archive, one after the other. */
export interface ArchivePartRow {
  drive_id: string
  archive_id: string
  part: number
  /** Where its first entry begins. */
  first_byte: number
  /** Where the directory tells of its first entry. */
  directory_byte: number
  /** JSON. */
  entries: string
}

/** A content that has thumbnails, or waits for them, or cannot have any. */
export interface ThumbnailJobRow {
  drive_id: string
  blob_id: string
  /** How it becomes a picture. */
  kind: 'image' | 'video' | 'heic' | 'raw' | 'pdf' | 'document'
  state: 'waiting' | 'made' | 'failed'
  /** Why there are none. */
  problem: string | null
  attempts: number
  /** Until then one process works on it, or nobody tries again. */
  leased_until: number
  created_at: number
  /** What its camera says, once it was read. */
  taken_at: number | null
  /** The rest of that, as JSON; null until an image was read. */
  picture: string | null
}

export interface ThumbnailRow {
  drive_id: string
  /** What it is a picture of. */
  blob_id: string
  /** Pixels of its longer side, at most. */
  size: number
  /** Its own bytes, as a blob that no version points to. */
  picture_id: string
}
