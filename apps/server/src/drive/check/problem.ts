/** Everything that can be wrong with a drive, and what `check` says of it. */
export const problemWords = {
  content_missing: 'the content is gone from the store',
  content_unfinished: 'the content was never finished in the store',
  content_size: 'the content has another size in the store',
  content_damaged: 'the content does not have its hash',
  content_unreadable: 'the content cannot be read',
  reference_count: 'the content is counted wrongly',
  unused_mark: 'the content is marked wrongly as used or unused',
  forgotten_draft: 'an unfinished content belongs to no upload',
  version_without_node: 'a version belongs to no file',
  version_without_content: 'a version has no content',
  version_differs: 'a version and its content do not have the same size and hash',
  file_without_version: 'a file has no current version of its own',
  file_size: 'a file and its current version do not have the same size',
  file_hash: 'a file and its current version do not have the same hash',
  folder_with_content: 'a folder has a content',
  root_missing: 'the drive has no top folder',
  parent_missing: 'the folder around it is gone',
  parent_no_folder: 'it lies in something that is no folder',
  nowhere: 'it lies nowhere: neither in a folder nor in the trash',
  cycle: 'folders lie in each other',
  name: 'the name breaks the rules for names',
  sort_key: 'it is sorted wrongly',
  deletion_without_task: 'nobody finishes its deletion',
  tag_list: 'it does not show its tags',
  tag_without_node: 'a tag belongs to nothing',
  task_state: 'a task has ended and not ended',
  used_bytes: 'the used bytes are counted wrongly',
  reserved_bytes: 'the reserved bytes are counted wrongly',
  seq: 'a change has a number that the drive has not reached',
  unknown_content: 'a content in the store is known to no drive',
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
