import type { DriveClient } from '@awan/client/drive'
import type { File, Grant, GrantGrantee, Link } from '@awan/protocol/drive'
import { useId, useState } from 'react'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { useSub } from '../../../session/ClientProvider.tsx'
import { GranteePicture } from '../GranteePicture.tsx'
import { nameOf } from '../grantee.ts'
import { AccessRow } from './AccessRow.tsx'
import { GrantRow, type OwnGrant } from './GrantRow.tsx'
import { reasonsOf } from './grant-reason.ts'
import { RemovedRow } from './RemovedRow.tsx'

type Access = Awaited<ReturnType<DriveClient['shares']['list']>>

/** The owner, and each grant with why it is there. */
export function AccessList({
  file,
  access: { owner, grants },
  links,
  teamName,
}: {
  file: File
  access: Access
  links: readonly Link[]
  /** Of a team drive, which has no owner. */
  teamName: string | undefined
}) {
  const { t, tag } = useLanguage()
  const id = useId()
  const mySub = useSub()
  /** Those who lost access while the dialog was open: they can have it back. */
  const [removed, setRemoved] = useState<readonly OwnGrant[]>([])

  const isMine = (grantee: GrantGrantee) => grantee.kind === 'person' && grantee.sub === mySub

  function toName(grantee: GrantGrantee, label = t('share.access.link')): string {
    if (grantee.kind === 'link') return label
    const name = nameOf(grantee) || t('share.access.nobody')
    return isMine(grantee) ? t('share.access.you', { name }) : name
  }

  function toRow(grant: Grant) {
    const { id, grantee, inherited_from, role } = grant
    const reasons = reasonsOf(grant, new Date(), { t, tag, teamName })
    // Nobody raises their own access, and they leave where shares are listed: here they only see it.
    if (grantee.kind !== 'link' && !inherited_from && !isMine(grantee)) {
      const own = { ...grant, grantee }
      return (
        <GrantRow
          key={id}
          file={file}
          grant={own}
          name={toName(grantee)}
          reasons={reasons}
          onRemoved={() => setRemoved((before) => [...before, own])}
        />
      )
    }
    const isLinkHere = grantee.kind === 'link' && !inherited_from
    return (
      <AccessRow
        key={id}
        picture={<GranteePicture grantee={grantee} />}
        name={toName(grantee, links.find((link) => link.id === id)?.label)}
        reasons={isLinkHere ? [t('share.access.link.hint'), ...reasons] : reasons}
      >
        <span className="text-sm text-muted">{t(`share.role.${role}`)}</span>
      </AccessRow>
    )
  }

  const ownerAsPerson = { kind: 'person', ...owner } as const
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-sm font-semibold">
        {t('share.access')}
      </h3>
      <ul className="mt-1 divide-y divide-line">
        {teamName === undefined ? (
          <AccessRow
            picture={<GranteePicture grantee={ownerAsPerson} />}
            name={toName(ownerAsPerson)}
          >
            <span className="text-sm text-muted">{t('share.role.owner')}</span>
          </AccessRow>
        ) : null}
        {grants.map(toRow)}
        {removed.map((grant) => (
          <RemovedRow
            key={grant.id}
            file={file}
            grant={grant}
            name={toName(grant.grantee)}
            onBack={() => setRemoved((before) => before.filter((one) => one !== grant))}
          />
        ))}
      </ul>
    </section>
  )
}
