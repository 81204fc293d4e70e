import type { Locale } from '@awan/protocol'
import type { texts as account } from './texts/en/account.ts'
import type { texts as admin } from './texts/en/admin.ts'
import type { texts as adminDrives } from './texts/en/admin-drives.ts'
import type { texts as adminGroups } from './texts/en/admin-groups.ts'
import type { texts as adminLinks } from './texts/en/admin-links.ts'
import type { texts as adminUsage } from './texts/en/admin-usage.ts'
import type { texts as app } from './texts/en/app.ts'
import type { texts as captcha } from './texts/en/captcha.ts'
import type { texts as drive } from './texts/en/drive.ts'
import type { texts as driveActions } from './texts/en/drive-actions.ts'
import type { texts as driveBrowse } from './texts/en/drive-browse.ts'
import type { texts as driveDetails } from './texts/en/drive-details.ts'
import type { texts as driveDialogs } from './texts/en/drive-dialogs.ts'
import type { texts as driveInbox } from './texts/en/drive-inbox.ts'
import type { texts as driveLeaving } from './texts/en/drive-leaving.ts'
import type { texts as driveOffers } from './texts/en/drive-offers.ts'
import type { texts as driveOffline } from './texts/en/drive-offline.ts'
import type { texts as drivePhotos } from './texts/en/drive-photos.ts'
import type { texts as drivePlaces } from './texts/en/drive-places.ts'
import type { texts as drivePreview } from './texts/en/drive-preview.ts'
import type { texts as driveResults } from './texts/en/drive-results.ts'
import type { texts as driveSearch } from './texts/en/drive-search.ts'
import type { texts as driveShared } from './texts/en/drive-shared.ts'
import type { texts as driveSharing } from './texts/en/drive-sharing.ts'
import type { texts as driveTasks } from './texts/en/drive-tasks.ts'
import type { texts as driveTeam } from './texts/en/drive-team.ts'
import type { texts as driveTrash } from './texts/en/drive-trash.ts'
import type { texts as driveUploads } from './texts/en/drive-uploads.ts'
import type { texts as grants } from './texts/en/grants.ts'
import type { texts as obstacles } from './texts/en/obstacles.ts'
import type { texts as security } from './texts/en/security.ts'
import type { texts as settings } from './texts/en/settings.ts'
import type { texts as shareRoles } from './texts/en/share-roles.ts'
import type { texts as signIn } from './texts/en/sign-in.ts'
import type { texts as signUp } from './texts/en/sign-up.ts'
import type { texts as sudo } from './texts/en/sudo.ts'
import type { texts as visit } from './texts/en/visit.ts'
import type { texts as visitEmail } from './texts/en/visit-email.ts'

/**
 * The texts lie in areas, `texts/<locale>/<area>.ts`, and each travels with the screens that show it.
 * The English tables are the source of the keys and of their values' names: a key that another
 * language lacks, or a value that a call forgets, does not compile.
 */
export const areas = [
  'app',
  'captcha',
  'sign-in',
  'obstacles',
  'sign-up',
  'grants',
  'drive',
  'drive-browse',
  'drive-places',
  'drive-offline',
  'drive-photos',
  'drive-preview',
  'drive-details',
  'drive-tasks',
  'drive-actions',
  'drive-dialogs',
  'drive-trash',
  'drive-search',
  'drive-results',
  'drive-inbox',
  'drive-shared',
  'drive-sharing',
  'drive-offers',
  'drive-leaving',
  'drive-team',
  'share-roles',
  'drive-uploads',
  'account',
  'security',
  'sudo',
  'admin',
  'admin-usage',
  'admin-groups',
  'admin-drives',
  'admin-links',
  'settings',
  'visit',
  'visit-email',
] as const

export type Area = (typeof areas)[number]

export type EnglishTexts = typeof app &
  typeof captcha &
  typeof signIn &
  typeof obstacles &
  typeof signUp &
  typeof grants &
  typeof drive &
  typeof driveBrowse &
  typeof drivePlaces &
  typeof driveOffline &
  typeof drivePhotos &
  typeof drivePreview &
  typeof driveDetails &
  typeof driveTasks &
  typeof driveActions &
  typeof driveDialogs &
  typeof driveTrash &
  typeof driveSearch &
  typeof driveResults &
  typeof driveInbox &
  typeof driveShared &
  typeof driveSharing &
  typeof driveLeaving &
  typeof driveOffers &
  typeof driveTeam &
  typeof shareRoles &
  typeof driveUploads &
  typeof account &
  typeof security &
  typeof sudo &
  typeof admin &
  typeof adminGroups &
  typeof adminDrives &
  typeof adminLinks &
  typeof adminUsage &
  typeof settings &
  typeof visit &
  typeof visitEmail

/** One chunk for each area of each language; each language knows its own, the start page the languages. */
export async function loadTexts(locale: Locale, area: Area): Promise<Record<string, string>> {
  const { loadArea } = await import(`./texts/${locale}.ts`)
  const { texts } = await loadArea(area)
  return texts
}
