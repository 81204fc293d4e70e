import type { File, Grant } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useSession } from '../../session/ClientProvider.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { RowSkeletons } from '../../ui/RowSkeletons.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { aboutQuery } from '../drive-queries.ts'
import { AccessList } from './access/AccessList.tsx'
import { keyOf } from './grantee.ts'
import { LinkSection } from './links/LinkSection.tsx'
import { AddPeople } from './people/AddPeople.tsx'
import { useShareProblem } from './share-problem.ts'
import { accessQuery, linksQuery, useLinks } from './share-queries.ts'

/** Who has access to a file or folder, by name or by link, and who gets it next. */
export function ShareDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const t = useTexts()
  const problemOf = useShareProblem()
  const isGuest = useIsGuest()
  const links = useLinks()
  const teamName = useQuery(aboutQuery(useDrive())).data?.name
  const isTeam = teamName !== undefined
  const access = useQuery(accessQuery(useDrive(), file.id))
  const linked = useQuery({
    ...linksQuery(links as NonNullable<typeof links>, file.id),
    enabled: links !== undefined,
  })
  const error = access.error ?? linked.error

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t(isTeam && file.parent_id === null ? 'share.members' : 'share.title', {
        name: file.name,
      })}
      closeLabel={t('app.close')}
      isTall
    >
      {error ? (
        <div role="alert">
          <LoadProblem
            title={t('error.load')}
            hint={problemOf(error)}
            retryLabel={t('app.retry')}
            onRetry={() => void Promise.all([access.refetch(), linked.refetch()])}
          />
        </div>
      ) : access.data && linked.data && links ? (
        <div className="flex flex-col gap-6">
          {isGuest ? (
            <p className="text-muted">{t('share.guest')}</p>
          ) : (
            <AddPeople
              file={file}
              ownerSub={access.data.owner.sub}
              having={keysOf(access.data.grants)}
            />
          )}
          <AccessList
            file={file}
            access={access.data}
            links={linked.data.links}
            teamName={teamName}
          />
          <LinkSection
            file={file}
            links={links}
            shown={linked.data.links}
            policy={linked.data.policy}
            canAskEmail={linked.data.can_ask_email}
          />
        </div>
      ) : (
        <>
          <p className="sr-only">{t('app.loading')}</p>
          <RowSkeletons count={3} />
        </>
      )}
    </Dialog>
  )
}

/** Of those who have a grant on it itself: sharing with them again changes that. */
function keysOf(grants: readonly Grant[]): ReadonlySet<string> {
  return new Set(
    grants.flatMap(({ grantee, inherited_from }) =>
      grantee.kind === 'link' || inherited_from ? [] : keyOf(grantee),
    ),
  )
}

/** Nobody is found by a guest, whom nobody could find either. */
function useIsGuest(): boolean {
  const session = useSession()
  return session.status === 'signed-in' && session.isAnonymous
}
