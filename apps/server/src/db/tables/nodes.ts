export interface DriveRow {
  id: string
  /** Of a team drive, which has no owner, `team:` and its id. */
  owner_sub: string
  /** Of a team drive; null for the drive of a person. */
  name: string | null
  /** Who made a team drive, as long as their account is there. */
  made_by: string | null
  /** Nobody reaches it since then, and its rows are being removed. */
  deleted_at: number | null
  root_id: string
  quota_bytes: number | null
  used_bytes: number
  /** Promised to uploads that are under way. */
  reserved_bytes: number
  seq: number
  /** Changes up to here are no longer listed: a reader with an older cursor must start again. */
  forgotten_seq: number
  /** The tree of the drive is known at this number and at every later one. */
  history_from_seq: number
  /** The changes up to here are counted in `folder_seqs`. */
  folder_seqs_at: number
  /** A node that is made at a `seq` has this number plus that one, */
  number_base: number
  /** before this one. */
  numbers_until_seq: number
  /** No lock of a client lasts longer than this; 0 where there was none. */
  locked_until: number
  created_at: number
}

export interface NodeRow {
  drive_id: string
  id: string
  /** Null for the root, and for what was itself put in the trash or deleted. */
  parent_id: string | null
  kind: 'folder' | 'file'
  name: string
  /** Folders first, system files last, each in natural order: one index serves the listing. */
  sort_key: string
  size: number
  version_id: string | null
  /** Of its current content, as the version has it: a list reads no other table. */
  hash: string | null
  mime_type: string | null
  revision: number
  created_at: number
  /** As its author's machine says, where it told us. */
  modified_at: number
  /** What a listing by kind goes by: the ending of the name, in lower case. */
  type: string
  /** When the content last came here, whatever its own date. */
  touched_at: number
  description: string | null
  /** All of `node_tags` in their order with a mark between them; null where there is none. */
  tag_list: string | null
  trashed_at: number | null
  /** The folder that it was thrown away from. */
  trashed_from: string | null
  /** The task that removes it for good, with all that is below: nobody finds it any more. */
  deleted_by: string | null
  /** The name as it is looked for; null while its terms are not there yet. */
  search_name: string | null
  /** When the camera says that it took the content; null where nothing says so. */
  taken_at: number | null
  /** Its width for 100 of its height, as it is shown; null where that is not known. */
  aspect: number | null
  /** Of a video, as its header says. */
  duration_ms: number | null
  /** What took it, in the words of the camera. */
  camera: string | null
  /** Who added it; null for the owner of the drive. */
  created_by: string | null
  /** Its own on the whole server, and for as long as it lives. */
  number: number
}

/** A write lock (RFC 4918) on a file or folder: until then, only who has its token changes it. */
export interface NodeLockRow {
  drive_id: string
  token: string
  node_id: string
  person_sub: string
  is_shared: number
  /** Whether all that is below it is locked too. */
  is_deep: number
  /** What the client says about who holds it, as XML. */
  owner: string | null
  /** By what the person was signed in; of these one, or none for locks of the server's first versions. */
  app_password_id: string | null
  session_id: string | null
  created_at: number
  expires_at: number
}

/** What a client has written down about a file or folder, and nobody else reads. */
export interface NodePropertyRow {
  drive_id: string
  node_id: string
  namespace: string
  name: string
  /** The whole element, good without anything around it. */
  xml: string
}

export interface NodeTagRow {
  drive_id: string
  node_id: string
  tag: string
}

/** What one person has marked for themselves; nobody else sees it. */
export interface NodeMarkRow {
  drive_id: string
  node_id: string
  person_sub: string
  /** Null where they have not starred it. */
  starred_at: number | null
  /** When they last opened it; null where they never did. */
  opened_at: number | null
}

/** Where a node leads that is a shortcut: to a node of any drive, which may be gone. */
export interface ShortcutRow {
  drive_id: string
  node_id: string
  target_drive_id: string
  target_id: string
}

/** Where somebody may begin to type a name. */
export interface NameTermRow {
  drive_id: string
  term: string
  node_id: string
  /** That of the node. */
  touched_at: number
}

/** A version whose text is still to be read. */
export interface TextQueueRow {
  drive_id: string
  version_id: string
  reader: TextReaderKind
}

/** What reads a content for its words. */
export type TextReaderKind = 'text' | 'office' | 'pdf'

/** A content that was read for its text. */
export interface TextRow {
  drive_id: string
  blob_id: string
  /** Null where it turned out to be no text; `kept` where its text was taken out of it, and is in `text_pieces`. */
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'kept' | null
  reader: TextReaderKind
  /** All of its terms, each with a space before it. */
  terms: string
  /** When the content was removed: the terms follow. */
  gone_at: number | null
}

/** A word of a text. */
export interface TextTermRow {
  drive_id: string
  term: string
  blob_id: string
  /** The offset of its first occurrence: in bytes, of a kept text in UTF-16 units. */
  at: number
}

/** A piece of a text that was taken out of a document, for snippets. */
export interface TextPieceRow {
  drive_id: string
  blob_id: string
  /** Where it begins, in UTF-16 units. */
  at: number
  text: string
}

/** What a person looks for again and again. */
export interface SavedSearchRow {
  id: string
  person_sub: string
  name: string
  /** JSON: words and filters, as the search takes them. */
  query: string
  created_at: number
}

export interface ChangeRow {
  drive_id: string
  seq: number
  node_id: string
  /** `locked`: a lock on it began or ended, which changes nothing of it. */
  type: 'created' | 'updated' | 'deleted' | 'locked'
  at: number
  actor_sub: string
  /** What the person did, for the history of the drive. */
  action: string | null
  /** What belongs to the action, as JSON: its name then, where it was before. */
  data: string | null
  /**
   * What the node was before: its folder, or the one that it was thrown away from. All are null for a
   * new node, and for a change that left its place in the tree and its content as they were.
   */
  old_parent_id: string | null
  old_name: string | null
  /** Null for a folder. */
  old_version_id: string | null
  old_size: number | null
  old_modified_at: number | null
  /** Set where it was in the trash itself. */
  old_trashed_at: number | null
  /** A change of this person's own marks, which nobody else is told of; null for all others. */
  private_to: string | null
}

/** A node that was removed for good because a folder above it was deleted: no change tells of it. */
export interface GoneNodeRow {
  drive_id: string
  id: string
  /** It was there before this number. */
  seq: number
  parent_id: string
  name: string
  /** Null for a folder. */
  version_id: string | null
  size: number
  modified_at: number
}

/** The number of the last change of a folder or of anything below it; none where nothing has changed. */
export interface FolderSeqRow {
  drive_id: string
  node_id: string
  seq: number
}

/** Work of a drive that takes longer than a call. */
export interface TaskRow {
  drive_id: string
  id: string
  kind: string
  phase: 'pending' | 'running' | 'complete' | 'failed' | 'cancelled'
  actor_sub: string
  /** What it is to do, as JSON. */
  input: string
  /** How far it has come, as JSON of its own kind; written in the transaction that did the step. */
  cursor: string | null
  done: number
  total: number | null
  /** What could not be done and why, as JSON: how many in all, and the first of them. */
  failures: string
  created_at: number
  updated_at: number
  ended_at: number | null
  /** Until then one process works on it; after that another may. */
  leased_until: number | null
  /** How often it was taken up since it last came further. */
  attempts: number
  /** Bytes that the drive has promised to it and that it has not used yet. */
  reserved: number
  /** Of an undo: how many nodes stay where they are, because they were added or changed since. */
  kept: number
}
