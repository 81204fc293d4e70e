import type { LinkPolicy } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useSub } from '../../../session/ClientProvider.tsx'
import { useErrorMessage } from '../../../session/use-error-handler.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { Section } from '../../../ui/Section.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { useAct } from '../use-act.ts'
import { useAdmin } from '../use-admin.ts'
import { toPolicy, toPolicyDraft } from './policy-draft.ts'

/** What links may be on this server. */
export function PolicySection() {
  const t = useTexts()
  const { links } = useAdmin()
  const sub = useSub()
  const policy = useQuery({
    queryKey: ['admin', sub, 'link policy'],
    queryFn: () => links.policy(),
  })
  return (
    <Section title={t('adminLinks.rules')} intro={t('adminLinks.rules.text')}>
      <Loaded query={policy} rows={3}>
        {(found) => <PolicyForm key={JSON.stringify(found)} policy={found} />}
      </Loaded>
    </Section>
  )
}

function PolicyForm({ policy }: { policy: LinkPolicy }) {
  const t = useTexts()
  const { links } = useAdmin()
  const messageOf = useErrorMessage()
  const [draft, setDraft] = useState(() => toPolicyDraft(policy))
  const [problem, setProblem] = useState<{ error: unknown } | 'days'>()
  const saving = useAct({
    run: (next: LinkPolicy, sudo_token) => links.setPolicy({ ...next, sudo_token }),
    done: t('admin.saved'),
    onError: (error) => setProblem({ error }),
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const next = toPolicy(draft)
    if (next === undefined) return setProblem('days')
    setProblem(undefined)
    saving.mutate(next)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2 py-4">
      <Checkbox
        label={t('adminLinks.enabled')}
        checked={draft.enabled}
        onChange={(event) => setDraft({ ...draft, enabled: event.target.checked })}
      />
      <Checkbox
        label={t('adminLinks.password')}
        checked={draft.needs_password}
        onChange={(event) => setDraft({ ...draft, needs_password: event.target.checked })}
      />
      <Checkbox
        label={t('adminLinks.names')}
        checked={draft.open_names}
        onChange={(event) => setDraft({ ...draft, open_names: event.target.checked })}
      />
      <div className="mt-2 mb-2 max-w-xs">
        <TextField
          label={t('adminLinks.days')}
          hint={t('adminLinks.days.hint')}
          inputMode="numeric"
          autoComplete="off"
          value={draft.days}
          onChange={(event) => setDraft({ ...draft, days: event.target.value })}
          error={problem === 'days' ? t('adminLinks.days.wrong') : undefined}
        />
      </div>
      <Problem>{typeof problem === 'object' ? messageOf(problem.error) : undefined}</Problem>
      <div>
        <Button type="submit" busy={saving.isPending}>
          {t('admin.save')}
        </Button>
      </div>
    </form>
  )
}
