import type { AnswerOf } from '@awan/protocol'
import type { getAbout, listDrives } from '@awan/protocol/drive'
import { type Activity, createActivity } from './activity.ts'
import { type Changes, createChanges } from './changes.ts'
import type { DriveHost } from './drive-host.ts'
import { createFiles, type Files } from './files.ts'
import { type DriveOptions, inDrive } from './in-drive.ts'
import { createLists, type Lists } from './lists.ts'
import { createFileLocks, type FileLocks } from './locks.ts'
import { createPaths, type Paths } from './paths.ts'
import { type CountSearch, createCountSearch, createSearch, type Search } from './search.ts'
import { createShares, type Shares } from './shares.ts'
import { createTasks, type Tasks } from './tasks.ts'
import { createUploads, type Uploads } from './uploads.ts'
import { createVersions, type Versions } from './versions.ts'

export type { Activity } from './activity.ts'
export type {
  BundledFile,
  BundledFolder,
  BundleEntry,
  BundleOptions,
  BundleOutcome,
  Bundles,
} from './bundles.ts'
export type { Changes, ListChangesQuery } from './changes.ts'
export type { DownloadOptions } from './content-request.ts'
export type { DriveHost } from './drive-host.ts'
export type {
  CreateFolderPayload,
  FileChange,
  Files,
  ListFilesQuery,
} from './files.ts'
export type { DriveEvent, DriveEvents } from './follow-events.ts'
export type { DriveOptions } from './in-drive.ts'
export type { Lists, PageOptions, PageQuery, PhotoFilter, PhotoMeasureQuery } from './lists.ts'
export type { FileLocks } from './locks.ts'
export type {
  ChosenFiles,
  ConflictOption,
  CopySource,
  ExtractOptions,
  ManyFiles,
  MoveSource,
  TagChange,
} from './many-files.ts'
export type { Paths, PutPathOptions } from './paths.ts'
export { createSavedSearches, type SavedSearches } from './saved-searches.ts'
export type { CountedSearch, CountSearch, Search, SearchQuery } from './search.ts'
export { searchEverywhere } from './search-everywhere.ts'
export type { NewShare, ShareChange, Shares } from './shares.ts'
export { createShortcuts, type Shortcuts } from './shortcuts.ts'
export type { ListTasksQuery, Tasks } from './tasks.ts'
export { createTeamDrives, listLosses, type TeamDrives } from './team-drives.ts'
export type { UploadSource } from './upload-source.ts'
export type { UploadOptions, UploadProgress, Uploads } from './uploads.ts'
export type { Versions } from './versions.ts'

export interface DriveClient {
  /**
   * The drives that the caller can access: their own, those of others, and team drives.
   *
   * @example const { drives } = await drive.drives()
   */
  drives(): Promise<AnswerOf<typeof listDrives>>
  /**
   * The drive's quota, used bytes, change number and trash retention, and the caller's root folder and
   * role.
   *
   * @example const { quota_usage } = await drive.about()
   */
  about(): Promise<AnswerOf<typeof getAbout>>
  readonly files: Files
  readonly lists: Lists
  readonly search: Search
  readonly countSearch: CountSearch
  /** Work that takes longer than a call. */
  readonly tasks: Tasks
  readonly changes: Changes
  readonly activity: Activity
  readonly uploads: Uploads
  /** The contents that a file has had. */
  readonly versions: Versions
  readonly paths: Paths
  /** Sharing with people, groups and mail addresses. */
  readonly shares: Shares
  /** What programs have open. */
  readonly locks: FileLocks
}

/**
 * The drive of the signed-in user, or another one that they have access to.
 *
 * @example
 * const drive = createDriveClient(client)
 * const { files } = await drive.files.list()
 * const shared = createDriveClient(client, { driveId })
 */
export function createDriveClient(client: DriveHost, { driveId }: DriveOptions = {}): DriveClient {
  const host = inDrive(client, driveId)
  return {
    drives: () => client.request<typeof listDrives>('GET', '/drive/v1/drives', { auth: true }),
    about: () => host.request<typeof getAbout>('GET', '/drive/v1/about', { auth: true }),
    files: createFiles(host),
    lists: createLists(host),
    search: createSearch(host),
    countSearch: createCountSearch(host),
    tasks: createTasks(host),
    changes: createChanges(host),
    activity: createActivity(host),
    uploads: createUploads(host),
    versions: createVersions(host),
    paths: createPaths(host),
    shares: createShares(host, client),
    locks: createFileLocks(host),
  }
}
