import type { Passkey } from '@awan/client/account-centre'
import { isServiceError } from '@awan/protocol/errors'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useSub } from '../../session/ClientProvider.tsx'
import { useConfirm } from '../../session/use-confirm.tsx'
import { useSudo } from '../../session/use-sudo.ts'
import { DotList } from '../../ui/DotList.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { Section } from '../../ui/Section.tsx'
import { useCentre } from '../centre/use-centre.ts'
import { Loaded } from '../rooms/Loaded.tsx'
import { PasskeyNameDialog } from './PasskeyNameDialog.tsx'
import { useAddPasskey, usePasskeySupport } from './use-add-passkey.ts'

/** Passkeys: made on this device, named, and removed when they are lost. */
export function PasskeysSection() {
  const { t, tag } = useLanguage()
  const centre = useCentre()
  const sub = useSub()
  const queries = useQueryClient()
  const withSudo = useSudo()
  const isPossible = usePasskeySupport()
  const passkey = useAddPasskey()
  const { ask, dialog } = useConfirm()
  const [named, setNamed] = useState<{ passkey: Passkey; isNew: boolean }>()
  const query = useQuery({ queryKey: ['passkeys', sub], queryFn: () => centre.passkeys.list() })
  const add = useMutation({
    mutationFn: passkey.add,
    onSuccess: (added) => added && setNamed({ passkey: added, isNew: true }),
    onError: passkey.tell,
  })
  const when = (time: string) => formatWhen(new Date(time), new Date(), { t, tag })

  function askRemove({ id, name }: Passkey) {
    ask({
      words: (t) => ({
        title: t('passkeys.remove.title', { name }),
        text: t('passkeys.remove.text'),
        confirm: t('passkeys.remove.confirm'),
      }),
      act: () =>
        withSudo(async (sudo_token) => {
          await centre.passkeys.remove(id, { sudo_token })
          await Promise.all(
            ['passkeys', 'two-factor', 'sudo-passkeys'].map((key) =>
              queries.invalidateQueries({ queryKey: [key] }),
            ),
          )
          return true as const
        }),
      explain: (error) =>
        isServiceError(error, 'failed_precondition') ? (t) => t('passkeys.last') : undefined,
    })
  }

  return (
    <Section
      title={t('passkeys.title')}
      intro={t('passkeys.intro')}
      {...(isPossible === true
        ? {
            action: (
              <RowButton look="quiet" busy={add.isPending} onClick={() => add.mutate()}>
                <Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
                {t('passkeys.add')}
              </RowButton>
            ),
          }
        : {})}
    >
      {isPossible === false ? <p className="py-4 text-muted">{t('passkeys.unsupported')}</p> : null}
      <Loaded query={query} rows={1} isInSection>
        {({ data }) =>
          data.length === 0 ? (
            isPossible === false ? null : (
              <p className="py-4 text-muted">{t('passkeys.empty')}</p>
            )
          ) : (
            data.map((one) => (
              <ListRow
                key={one.id}
                icon={KeyRound}
                title={one.name}
                action={
                  <>
                    <IconButton
                      icon={Pencil}
                      label={t('passkeys.rename', { name: one.name })}
                      onClick={() => setNamed({ passkey: one, isNew: false })}
                    />
                    <IconButton
                      icon={Trash2}
                      label={t('passkeys.remove', { name: one.name })}
                      onClick={() => askRemove(one)}
                    />
                  </>
                }
              >
                <DotList
                  items={[
                    t(one.is_backed_up ? 'passkeys.synced' : 'passkeys.local'),
                    t('passkeys.added', { date: when(one.created_at) }),
                    one.last_used_at === undefined
                      ? t('security.unused')
                      : t('security.used', { time: when(one.last_used_at) }),
                  ]}
                />
              </ListRow>
            ))
          )
        }
      </Loaded>
      {named ? (
        <PasskeyNameDialog
          key={named.passkey.id}
          passkey={named.passkey}
          isNew={named.isNew}
          onDone={() => setNamed(undefined)}
        />
      ) : null}
      {dialog}
    </Section>
  )
}
