import type {
  InboxMails,
  Invitations,
  PasswordHashing,
  People,
  PeopleDirectory,
  Risk,
  VisitorCodes,
} from '../account/index.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database, Writer } from '../db/database.ts'
import { createFingerprint } from '../db/fingerprint.ts'
import type { Door } from '../http/mount-doors.ts'
import type { Route, Visitor } from '../http/route.ts'
import type { SocketDoor } from '../http/web-sockets.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Chore } from '../kernel/housekeeping.ts'
import type { Random } from '../kernel/id.ts'
import { SpareTime } from '../kernel/spare-time.ts'
import { createAccesses } from './access/accesses.ts'
import { toRoutes } from './access/drive-route.ts'
import { createGrants, deleteGrantsOfGroup, tellGrantees } from './access/grants.ts'
import { createReached } from './access/reached.ts'
import type { ToFileFor } from './access/seen-node.ts'
import { createVisits } from './access/visits.ts'
import { findFolder } from './account-files/find-folder.ts'
import { type DriveMove, handOverDrive } from './account-files/hand-over-drive.ts'
import { type ListedFile, listFiles } from './account-files/list-files.ts'
import { removeDrive } from './account-files/remove-drive.ts'
import { acrossRoutes } from './across/across.routes.ts'
import { createAcross } from './across/across.ts'
import { activityRoutes } from './activity/activity.routes.ts'
import { createActivity } from './activity/activity.ts'
import { archiveLinkRoutes, archiveRoutes } from './archives/archives.routes.ts'
import { createArchives } from './archives/archives.ts'
import { bundleRoutes } from './bundles/bundles.routes.ts'
import { createBundles } from './bundles/bundles.ts'
import { createSignals } from './changes/signals.ts'
import { type CheckReport, checkDrives } from './check/check-drives.ts'
import type { CheckOptions, Owner } from './check/drive-check.ts'
import { createChunks } from './chunks/chunks.ts'
import { compressRoutes } from './compress/compress.routes.ts'
import { createCompressing } from './compress/compressing.ts'
import { contentChores } from './contents/collect.ts'
import { createContentReader } from './contents/content-reader.ts'
import { rehashChore } from './contents/rehash.ts'
import { downloadLinkRoutes, downloadRoutes } from './downloads/downloads.routes.ts'
import { createDownloads } from './downloads/downloads.ts'
import { createReadContent } from './downloads/read-content.ts'
import { driveRoutes, reachedRoutes } from './drives/drives.routes.ts'
import { createDrives } from './drives/drives.ts'
import { createOwnDrive } from './drives/own-drive.ts'
import { extractRoutes } from './extract/extract.routes.ts'
import { createExtracting } from './extract/extracting.ts'
import { fetchRoutes } from './fetches/fetches.routes.ts'
import { createFetches, type FetchSettings } from './fetches/fetches.ts'
import { changeRoutes } from './following/changes.routes.ts'
import { createFollowing } from './following/following.ts'
import { createFolderSeqs, folderSeqsChore } from './history/folder-seqs.ts'
import { forgetChangesChore } from './history/forget-changes.ts'
import { joinInbox } from './inbox/join-inbox.ts'
import { createTell } from './inbox/tell.ts'
import { jobRoutes } from './jobs/jobs.routes.ts'
import { joinTasks } from './join-tasks.ts'
import { createLargePages } from './large-pages/large-pages.ts'
import { type CallsPerMinute, limitCalls } from './limits/limit-calls.ts'
import { listRoutes } from './lists/lists.routes.ts'
import { createLists } from './lists/lists.ts'
import { lockRoutes } from './locks/locks.routes.ts'
import { createLocks } from './locks/locks.ts'
import { createCheckMove } from './moves/check-move.ts'
import { moveRoutes } from './moves/moves.routes.ts'
import { nodeRoutes } from './nodes/nodes.routes.ts'
import { createNodes } from './nodes/nodes.ts'
import { toFileWith } from './nodes/to-file.ts'
import { createHandOver } from './offers/hand-over.ts'
import { listAllOffers } from './offers/list-all-offers.ts'
import { offerRoutes, ownOfferRoutes } from './offers/offers.routes.ts'
import { createOffers } from './offers/offers.ts'
import { pathRoutes } from './paths/paths.routes.ts'
import { createPaths } from './paths/paths.ts'
import { photoRoutes } from './photos/photos.routes.ts'
import { createPhotos } from './photos/photos.ts'
import { createPush, type PushGuards, type PushTimes } from './push/push-door.ts'
import { createQuotas, type Quotas } from './quota/quotas.ts'
import { createCheckRename } from './renames/check-rename.ts'
import { renameRoutes } from './renames/renames.routes.ts'
import { savedSearchRoutes } from './saved-searches/saved-searches.routes.ts'
import { createSavedSearches } from './saved-searches/saved-searches.ts'
import { createSealedTokens } from './sealed-tokens.ts'
import { findTextPrograms } from './search/documents/text-programs.ts'
import { indexNamesChore } from './search/index-names.ts'
import { searchEverywhereRoutes, searchRoutes } from './search/search.routes.ts'
import { createSearch } from './search/search.ts'
import { createSearchEverywhere } from './search/search-everywhere.ts'
import { forgetText } from './search/texts.ts'
import { toIsNamed } from './search/to-is-named.ts'
import { recordArrivals } from './share-links/arrivals.ts'
import { createCountDownload, createRequireDownload } from './share-links/count-download.ts'
import { joinLinks } from './share-links/join-links.ts'
import { listAllShares } from './shares/list-all-shares.ts'
import { createSharedLists } from './shares/shared-lists.ts'
import { sharedListRoutes, shareRoutes } from './shares/shares.routes.ts'
import { createShares } from './shares/shares.ts'
import { createSuggestGrantees } from './shares/suggest-grantees.ts'
import { shortcutRoutes } from './shortcuts/shortcuts.routes.ts'
import { createShortcuts } from './shortcuts/shortcuts.ts'
import { createAvatarDoor } from './sync-door/avatar-door.ts'
import { greetingDoors } from './sync-door/greeting-doors.ts'
import { createOcsDoor } from './sync-door/ocs-door.ts'
import { createPreviewDoors } from './sync-door/preview-doors.ts'
import { createSyncDoor } from './sync-door/sync-door.ts'
import { createShareCalls } from './sync-shares/share-calls.ts'
import { createFindSharees } from './sync-shares/sharees.ts'
import { createSyncShares } from './sync-shares/sync-shares.ts'
import { batchRoutes } from './tasks/batch.routes.ts'
import type { TaskRunner } from './tasks/task-runner.ts'
import { taskRoutes } from './tasks/tasks.routes.ts'
import { keepManagers } from './team-drives/keep-managers.ts'
import {
  createTeamDriveCheck,
  type TeamDriveMakers,
  teamDriveRoutes,
} from './team-drives/team-drives.routes.ts'
import { createTeamDrives } from './team-drives/team-drives.ts'
import { createReadMedia } from './thumbnails/media.ts'
import { findPicturePrograms, missingPrograms } from './thumbnails/programs.ts'
import type { ThumbnailRunner } from './thumbnails/thumbnail-runner.ts'
import {
  mediaRoutes,
  thumbnailLinkRoutes,
  thumbnailRoutes,
} from './thumbnails/thumbnails.routes.ts'
import { createThumbnails } from './thumbnails/thumbnails.ts'
import { tusDescriptionRoutes, tusRoutes } from './tus/tus.routes.ts'
import { createTus } from './tus/tus.ts'
import type { InstantUpload } from './uploads/open-upload.ts'
import { uploadRoutes } from './uploads/uploads.routes.ts'
import { createUploads } from './uploads/uploads.ts'
import { usageRoutes } from './usage/usage.routes.ts'
import { createPeopleUsage } from './usage/usage.ts'
import { versionChores } from './versions/retention.ts'
import { versionRoutes } from './versions/versions.routes.ts'
import { createVersions } from './versions/versions.ts'
import type { DavGuards } from './webdav/dav-caller.ts'
import { createOtherPlaces } from './webdav/other-places.ts'
import { createPlaces } from './webdav/places.ts'
import { createWebdav } from './webdav/webdav.ts'

export interface DriveOptions {
  db: Database
  blobs: BlobStore
  clock: Clock
  random: Random
  people: PeopleDirectory
  /** Writes to mail addresses with which something was shared. */
  invitations: Pick<Invitations, 'send'>
  /** Writes to people about what is in their inbox. */
  inboxMails: Pick<InboxMails, 'send'>
  /** By which visitors of links prove their mail addresses. */
  visitorCodes: VisitorCodes
  /** Whether everybody finds everybody by a part of the name. */
  hasDirectory: boolean
  /** Who may make team drives. */
  teamDriveMakers: TeamDriveMakers
  /** How many of them a person who is no administrator may have made. */
  teamDrivesEach?: number
  /** Signs download links, and seals the tokens of links. */
  linkKey: Buffer
  /** For the passwords of links; OWASP's figures unless told. */
  passwordHashing?: PasswordHashing | undefined
  /** Bytes that a new drive may hold; undefined is no limit. */
  defaultQuotaBytes: number | undefined
  /** How many files and folders a drive has at most. */
  maxNodes?: number | undefined
  /** How many uploads of a drive may be open. */
  maxOpenUploads?: number | undefined
  instantUpload?: InstantUpload | undefined
  callsPerMinute?: CallsPerMinute | undefined
  uploadTtlMs: number
  /** Files that the server downloads for people; undefined where that is switched off. */
  fetching?: FetchSettings | undefined
  /** How long things stay in the trash. */
  trashTtlMs: number
  /** No call waits longer for changes, whatever it asks for. */
  maxWaitMs?: number | undefined
  /** How soon clients that sync are told, and asked whether they may still listen. */
  pushTimes?: Partial<PushTimes> | undefined
  /** Where the events of the drive come from. */
  publicUrl: string
  /** Told of what no caller can be told: a step that broke is tried again. */
  onProblem?: ((problem: unknown) => void) | undefined
}

export interface Drive extends AsyncDisposable {
  readonly routes: Route[]
  /** The same files in protocols that other programs speak. */
  openDoors(guards: DavGuards): Door[]
  /** Where clients that sync are told of changes. */
  openSocketDoors(guards: PushGuards): SocketDoor[]
  /** Knows the visit tokens that this drive gave out. */
  admitVisitor(visitToken: string): Visitor | undefined
  /** How much work risky calls must bring, by action. */
  readonly risks: ReadonlyMap<string, Risk>
  /** What administrators see of all drives, and decide about them; and team drives. */
  adminRoutes(people: Pick<People, 'act' | 'note' | 'noteOwn'>): Route[]
  readonly housekeeping: Chore[]
  /** Does the long work; it ends before the database does. */
  readonly runner: TaskRunner
  /** Makes thumbnails; it ends before the database does. */
  readonly thumbnails: ThumbnailRunner
  /** Contents of which no pictures are made here, each with the program that is missing. */
  readonly missingPrograms: Readonly<Record<string, string>>
  /** Contents whose text is not found here, each with the program that is missing. */
  readonly missingTextPrograms: Readonly<Record<string, string>>
  /** Makes files of the parts of uploads; it ends before the database does. */
  readonly joiner: AsyncDisposable
  /** Answers all who wait for changes, so that the server can stop. */
  stopFollowing(): void
  readonly quotas: Quotas
  /** Holds every drive against its rules and its contents; `describeOwner` says whose it is. */
  check(
    describeOwner: (sub: string) => Promise<Owner | undefined>,
    options: CheckOptions,
  ): Promise<CheckReport>
  /** What the account does with a person's files when the person leaves, moves in or asks for them. */
  readonly accountFiles: {
    remove(sub: string): Promise<void>
    handOver(writer: Writer, move: DriveMove): Promise<void>
    list(sub: string): AsyncIterable<ListedFile>
    listShares(sub: string): Promise<object[]>
    listSavedSearches(sub: string): Promise<object[]>
    findFolder(
      sub: string,
      folder: { driveId: string; nodeId: string },
    ): Promise<{ driveId: string; nodeId: string; name: string } | undefined>
    groupRemoved(writer: Writer, groupId: string): Promise<void>
    groupsShrink(writer: Writer, groupIds: readonly string[]): Promise<() => Promise<void>>
    membershipChanged(writer: Writer, member: { sub: string } | { groupId: string }): Promise<void>
  }
}

export function createDrive(options: DriveOptions): Drive {
  const spareTime = new SpareTime()
  const signals = createSignals(options)
  const tellSeq = signals.tell
  const ownDrive = createOwnDrive(options)
  const tell = createTell({ ...options, tellSeq })
  const drives = createDrives({
    ...options,
    tellSeq,
    async recordArrivals(writer, arrived) {
      await recordArrivals(writer, arrived)
      await tell.ofArrivals(writer, arrived)
    },
  })
  const accesses = createAccesses({ ...options, ownDrive })
  const visits = createVisits(options)
  const countDownload = createCountDownload({ ...options, drives, signals, tellSeq })
  const following = createFollowing({ ...options, drives, signals })
  const uploads = createUploads({ ...options, drives })
  const fetches = createFetches({ ...options, fetching: options.fetching, uploads })
  const tus = createTus({ ...options, drives, uploads })
  const downloads = createDownloads({ ...options, drives, accesses, countDownload })
  const grants = createGrants({ ...options, drives, tellSeq, tellOfGrant: tell.ofGrant })
  const handOver = createHandOver({ ...options, grants, tell })
  const contents = createContentReader(options)
  const readContent = createReadContent(contents)
  const archives = createArchives({ ...options, drives, accesses, readContent, countDownload })
  const compressing = createCompressing({ uploads, archives })
  const extracting = createExtracting({ ...options, uploads, downloads })
  const textPrograms = findTextPrograms()
  const { tasks, runner, chores } = joinTasks({
    ...options,
    textPrograms,
    drives,
    spareTime,
    countDownload,
    handOver,
    receiving: { fetch: fetches.kind, compress: compressing.kind, extract: extracting.kind },
  })
  const programs = findPicturePrograms()
  const thumbnails = createThumbnails({
    ...options,
    drives,
    accesses,
    readContent,
    programs,
    spareTime,
  })
  const readMedia = createReadMedia({
    ...options,
    drives,
    requireDownload: createRequireDownload(options),
    runner: thumbnails.runner,
  })
  const toFileFor: ToFileFor = (access) =>
    toFileWith((node) => thumbnails.linkOf(access, node), options.clock.now())
  const largePages = createLargePages({ ...options, links: thumbnails.linkSettings })
  const pageTokens = createSealedTokens(options)
  const lists = createLists({ drives, pageTokens })
  const versions = createVersions({ ...options, drives })
  const searchParts = { ...options, accesses, drives, contents, pageTokens }
  const searches = {
    search: createSearch(searchParts),
    searchEverywhere: createSearchEverywhere(searchParts),
  }
  const savedSearches = createSavedSearches(options)
  const links = joinLinks({ ...options, drives, grants, visits })
  const teamDrives = createTeamDrives({ ...options, drives, grants, tell })
  const inbox = joinInbox({ ...options, drives, grants, tell })
  const offers = createOffers({ ...options, drives, accesses, grants, tasks, tell })
  const shares = createShares({ ...options, drives, grants })
  const suggestGrantees = createSuggestGrantees(options)
  const sharedLists = createSharedLists({ ...options, drives, ownDrive, grants, tellSeq })
  const reached = createReached({ ...options, accesses, drives })
  const paths = createPaths({ ...options, drives, uploads })
  const across = createAcross({ drives, accesses, visits, tasks, countDownload })
  const others = createOtherPlaces({ ...options, reached })
  const dav = {
    ...options,
    drives,
    accesses,
    places: createPlaces({ accesses, drives, others }),
    paths,
    downloads,
    tasks,
    across,
    folderSeqs: createFolderSeqs({ ...options, drives }),
    fingerprint: createFingerprint(options),
    thumbnails,
  }
  const chunks = createChunks({ ...options, uploads })
  const webdav = createWebdav(dav)
  const syncDoor = createSyncDoor({ ...dav, chunks, lists, searches, versions })
  const syncShares = createSyncShares({
    ...dav,
    shares,
    shareLinks: links.shareLinks,
    sharedLists,
  })
  const shareCalls = (guards: DavGuards) => {
    const findSharees = createFindSharees({ ...options, suggestGrantees }, guards)
    return createShareCalls({ syncShares, findSharees }, guards, options.callsPerMinute)
  }
  const push = createPush({
    ...options,
    times: options.pushTimes,
    drives,
    accesses,
    signals,
    following,
  })
  return {
    routes: limitCalls(
      [
        ...toRoutes(
          [
            ...driveRoutes(drives, options),
            ...links.routes,
            ...nodeRoutes(createNodes({ ...options, drives }), largePages),
            ...shortcutRoutes(createShortcuts({ ...options, drives, accesses }), toFileFor),
            ...batchRoutes(tasks),
            ...fetchRoutes(fetches, tasks),
            ...compressRoutes(compressing, tasks),
            ...extractRoutes(extracting, tasks),
            ...renameRoutes(createCheckRename(drives)),
            ...moveRoutes(createCheckMove({ ...options, drives, accesses })),
            ...acrossRoutes(across),
            ...taskRoutes(tasks),
            ...listRoutes(lists, { toIsNamed }),
            ...photoRoutes(createPhotos({ drives, lists, pageTokens })),
            ...searchRoutes(searches.search),
            ...changeRoutes(following),
            ...activityRoutes(createActivity({ ...options, drives, source: options.publicUrl })),
            ...uploadRoutes(uploads),
            ...bundleRoutes(createBundles({ ...options, drives })),
            ...tusRoutes(tus),
            ...pathRoutes(paths, downloads),
            ...downloadRoutes(downloads),
            ...versionRoutes(versions),
            ...archiveRoutes(archives),
            ...thumbnailRoutes(thumbnails),
            ...mediaRoutes(readMedia),
            ...shareRoutes(shares),
            ...offerRoutes(offers),
            ...lockRoutes(createLocks({ ...options, drives })),
          ],
          { accesses, visits, toFileFor },
        ),
        ...searchEverywhereRoutes(searches.searchEverywhere, toFileFor),
        ...reachedRoutes(
          reached,
          createTeamDriveCheck({ ...options, makers: options.teamDriveMakers }),
          fetches,
        ),
        ...sharedListRoutes(sharedLists, suggestGrantees),
        ...savedSearchRoutes(savedSearches),
        ...ownOfferRoutes(offers),
        ...inbox.routes,
        ...links.visitRoutes,
        ...tusDescriptionRoutes(),
        ...downloadLinkRoutes(downloads),
        ...archiveLinkRoutes(archives),
        ...thumbnailLinkRoutes(thumbnails),
      ],
      options.callsPerMinute,
    ),
    openDoors: (guards) => [
      webdav.openDoor(guards),
      syncDoor.openDoor(guards),
      createOcsDoor(
        { ...dav, shareLinks: links.shareLinks, findShareCalls: shareCalls(guards) },
        guards,
      ),
      ...createPreviewDoors({ ...dav, thumbnails }, guards),
      createAvatarDoor(options, guards),
      ...greetingDoors,
    ],
    openSocketDoors: (guards) => [push.openDoor(guards)],
    admitVisitor(visitToken) {
      const visit = visits.read(visitToken)
      if (!visit) return undefined
      const { visitorId, grantId: linkId } = visit.actor
      return { visitToken, visitorId, linkId }
    },
    risks: links.risks,
    adminRoutes: (people) => [
      ...usageRoutes(createPeopleUsage({ ...options, ownDrive, people })),
      ...jobRoutes(options),
      ...links.adminRoutes(people),
      ...teamDriveRoutes({ ...options, teamDrives, makers: options.teamDriveMakers, people }),
    ],
    housekeeping: [
      ...uploads.chores,
      ...tus.chores,
      ...chunks.chores,
      ...archives.chores,
      ...thumbnails.chores,
      ...contentChores({ ...options, forgetText }),
      rehashChore({ ...options, contents, spareTime }),
      folderSeqsChore(options),
      forgetChangesChore(options),
      ...versionChores({ ...options, drives }),
      indexNamesChore(options),
      ...teamDrives.chores,
      ...inbox.chores,
      ...offers.chores,
      ...chores,
    ],
    runner,
    thumbnails: thumbnails.runner,
    missingPrograms: missingPrograms(programs),
    missingTextPrograms: textPrograms.pdf === undefined ? { pdf: 'pdftotext' } : {},
    joiner: tus.joiner,
    stopFollowing: following.stop,
    quotas: createQuotas({ ...options, ownDrive }),
    check: (describeOwner, given) => checkDrives({ ...options, drives, describeOwner }, given),
    accountFiles: {
      remove: (sub) => removeDrive(options, sub),
      handOver: (writer, move) => handOverDrive({ ...options, tellSeq }, writer, move),
      list: (sub) => listFiles(options, sub),
      listShares: async (sub) => [
        ...(await listAllShares({ lists: sharedLists, reached }, sub)),
        ...(await listAllOffers(offers, sub)),
      ],
      listSavedSearches: (sub) => savedSearches.list(sub),
      findFolder: (sub, folder) => findFolder({ drives }, sub, folder),
      groupsShrink: (writer, groupIds) => keepManagers(writer, options.people, groupIds),
      async groupRemoved(writer, groupId) {
        await deleteGrantsOfGroup(writer, groupId)
        await tellGrantees(writer, [{ kind: 'group', groupId }], tellSeq)
      },
      membershipChanged: (writer, member) =>
        tellGrantees(
          writer,
          ['sub' in member ? { kind: 'person', ...member } : { kind: 'group', ...member }],
          tellSeq,
        ),
    },
    async [Symbol.asyncDispose]() {
      fetches[Symbol.dispose]()
      await push[Symbol.asyncDispose]()
      const parts = [signals, uploads, archives]
      await Promise.all(parts.map((part) => part[Symbol.asyncDispose]()))
    },
  }
}
