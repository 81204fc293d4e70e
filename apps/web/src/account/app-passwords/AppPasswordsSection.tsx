import type { AppPassword } from '@awan/client/account-centre'
import { isServiceError } from '@awan/protocol/errors'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { formatExactly, formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useSub } from '../../session/ClientProvider.tsx'
import { useConfirm } from '../../session/use-confirm.tsx'
import { DotList } from '../../ui/DotList.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { Section } from '../../ui/Section.tsx'
import { useCentre } from '../centre/use-centre.ts'
import { Loaded } from '../rooms/Loaded.tsx'
import { MadeDialog } from './MadeDialog.tsx'
import type { MadeAppPassword } from './made-app-password.ts'
import { NewAppPasswordDialog } from './NewAppPasswordDialog.tsx'
import { RenameAppPasswordDialog } from './RenameAppPasswordDialog.tsx'

/** Passwords for programs that open files: made, looked through, renamed and revoked. */
export function AppPasswordsSection() {
  const { t } = useLanguage()
  const centre = useCentre()
  const sub = useSub()
  const queries = useQueryClient()
  const { ask, dialog } = useConfirm()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<MadeAppPassword>()
  const [renaming, setRenaming] = useState<AppPassword>()
  const query = useQuery({
    queryKey: ['app-passwords', sub],
    queryFn: () => centre.appPasswords.list(),
  })
  const reload = () => queries.invalidateQueries({ queryKey: ['app-passwords'] })

  function askRevoke({ id, name }: AppPassword) {
    ask({
      words: (t) => ({
        title: t('appPasswords.revoke.title', { name }),
        text: t('appPasswords.revoke.text'),
        confirm: t('appPasswords.revoke'),
      }),
      async act() {
        try {
          await centre.appPasswords.remove(id)
        } catch (error) {
          // Somebody was quicker: it works no more all the same.
          if (!isServiceError(error, 'not_found')) throw error
        }
        await reload()
        return true
      },
    })
  }

  function askRevokeAll() {
    ask({
      words: (t) => ({
        title: t('appPasswords.revokeAll.title'),
        text: t('appPasswords.revoke.text'),
        confirm: t('appPasswords.revokeAll'),
      }),
      async act() {
        await centre.appPasswords.removeAll()
        await reload()
        return true
      },
    })
  }

  return (
    <Section
      title={t('appPasswords.title')}
      intro={t('appPasswords.intro')}
      action={
        <>
          {(query.data?.total ?? 0) > 1 ? (
            <RowButton look="quiet" onClick={askRevokeAll}>
              {t('appPasswords.revokeAll')}
            </RowButton>
          ) : null}
          <RowButton look="quiet" onClick={() => setMaking(true)}>
            <Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
            {t('appPasswords.add')}
          </RowButton>
        </>
      }
    >
      <Loaded query={query} rows={1} isInSection>
        {({ data }) =>
          data.length === 0 ? (
            <p className="py-4 text-muted">{t('appPasswords.empty')}</p>
          ) : (
            data.map((each) => (
              <Row
                key={each.id}
                appPassword={each}
                onRename={() => setRenaming(each)}
                onRevoke={() => askRevoke(each)}
              />
            ))
          )
        }
      </Loaded>
      {isMaking ? (
        <NewAppPasswordDialog
          onMade={(given) => {
            setMaking(false)
            setMade(given)
            void reload()
          }}
          onClose={() => setMaking(false)}
        />
      ) : null}
      {renaming ? (
        <RenameAppPasswordDialog
          appPassword={renaming}
          onRenamed={() => {
            setRenaming(undefined)
            void reload()
          }}
          onClose={() => setRenaming(undefined)}
        />
      ) : null}
      {made ? <MadeDialog made={made} onClose={() => setMade(undefined)} /> : null}
      {dialog}
    </Section>
  )
}

function Row({
  appPassword,
  onRename,
  onRevoke,
}: {
  appPassword: AppPassword
  onRename: () => void
  onRevoke: () => void
}) {
  const { t, tag } = useLanguage()
  const { name, read_only, folder, expires_at, last_used_at } = appPassword
  const now = new Date()
  const when = (time: string) => formatWhen(new Date(time), now, { t, tag })
  const isOver = expires_at !== undefined && new Date(expires_at) <= now
  return (
    <ListRow
      icon={KeyRound}
      title={name}
      action={
        <>
          <RowButton
            look="quiet"
            aria-label={t('appPasswords.rename.of', { name })}
            onClick={onRename}
          >
            {t('appPasswords.rename')}
          </RowButton>
          <RowButton
            look="quiet"
            aria-label={t('appPasswords.revoke.of', { name })}
            onClick={onRevoke}
          >
            {t('appPasswords.revoke')}
          </RowButton>
        </>
      }
    >
      <DotList
        items={[
          t(read_only ? 'appPasswords.mayRead' : 'appPasswords.mayChange'),
          folder === undefined
            ? t('appPasswords.all')
            : folder.name === undefined
              ? t('appPasswords.folder.gone')
              : t('appPasswords.folder', { name: folder.name }),
          expires_at === undefined
            ? undefined
            : t(isOver ? 'appPasswords.over' : 'appPasswords.until', { date: when(expires_at) }),
          last_used_at === undefined ? (
            t('security.unused')
          ) : (
            <span key="used" title={formatExactly(new Date(last_used_at), tag)}>
              {t('security.used', { time: when(last_used_at) })}
            </span>
          ),
          appPassword.last_address,
          appPassword.last_program,
        ]}
      />
    </ListRow>
  )
}
