/** Everything that can be wrong with a drive, and what `check` says of it. */
export const problemWords = {
  content_missing: 'the content is missing from the blob store',
  content_unfinished: 'the content is incomplete in the blob store',
  content_size: 'the content has a different size in the blob store',
  content_damaged: 'the content is damaged: it does not match its hash',
  content_unreadable: 'the content cannot be read',
  reference_count: 'the number of references to the content is wrong',
  unused_mark: 'the content is wrongly marked as used or unused',
  forgotten_draft: 'an incomplete content belongs to no upload',
  version_without_node: 'a version belongs to no file',
  version_without_content: 'a version has no content',
  version_differs: 'a version and its content differ in size or hash',
  file_without_version: 'a file has no current version',
  file_size: 'a file and its current version differ in size',
  file_hash: 'a file and its current version differ in hash',
  folder_with_content: 'a folder has content',
  root_missing: 'the drive has no root folder',
  parent_missing: 'its parent folder does not exist',
  parent_no_folder: 'its parent is not a folder',
  nowhere: 'it is neither in a folder nor in the trash',
  cycle: 'folders contain each other',
  name: 'the name breaks the rules for names',
  sort_key: 'its sort key is wrong',
  deletion_without_task: 'its deletion was begun, but no task finishes it',
  tag_list: 'its list of tags is wrong',
  tag_without_node: 'a tag belongs to no file or folder',
  shortcut_without_node: 'the target of a shortcut belongs to no file',
  task_state: 'the phase of a task does not match its end time',
  used_bytes: 'the number of used bytes is wrong',
  reserved_bytes: 'the number of reserved bytes is wrong',
  seq: 'a change has a seq beyond that of the drive',
  unknown_content: 'a content in the blob store belongs to no drive',
} as const

export type ProblemKind = keyof typeof problemWords

/** One thing that is wrong. */
export interface Problem {
  kind: ProblemKind
  driveId?: string
  /** The id of the node, version, content, tag or task that it is about. */
  id: string
  /** What was found, in words, with numbers where they matter. */
  found?: string
  /** Whose it is, as an operator knows them. */
  owner?: string
  /** The files that it concerns, by their ways from the top; those in the trash say so. */
  files?: readonly string[]
  /** With `--repair`: what became of it. */
  repair?: 'repaired' | 'impossible'
}

/** A sentence for a terminal. */
export function describeProblem({ kind, id, found, owner, files, repair }: Problem): string {
  const about = files?.length ? files.map((file) => JSON.stringify(file)).join(', ') : id
  const whose = owner === undefined ? '' : ` of ${owner}`
  const more = found === undefined ? '' : ` (${found})`
  const end =
    repair === 'repaired' ? '; repaired' : repair === 'impossible' ? '; it cannot be repaired' : ''
  const aside = files?.length ? ` [${id}]` : ''
  return `${about}${whose}: ${problemWords[kind]}${more}${aside}${end}`
}
