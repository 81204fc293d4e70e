import type { AdminGroupMember } from '@awan/client/admin'
import { isServiceError } from '@awan/protocol/errors'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useSub } from '../../../session/ClientProvider.tsx'
import { useErrorMessage } from '../../../session/use-error-handler.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { type SearchItem, SearchList } from '../../../ui/SearchList.tsx'
import { useAct } from '../use-act.ts'
import { useAdmin } from '../use-admin.ts'
import { useFoundPeople } from '../use-found-people.ts'
import { useTypedWords } from '../use-typed-words.ts'

const GROUP = 'group:'

/** Finds people and groups by what is typed, and adds those that are chosen. */
export function MemberPicker({
  group,
  onClose,
}: {
  group: { id: string; members: AdminGroupMember[] }
  onClose: () => void
}) {
  const t = useTexts()
  const { groups } = useAdmin()
  const messageOf = useErrorMessage()
  const queries = useQueryClient()
  const { typed, setTyped, words } = useTypedWords()
  const { items, emptyText } = useCandidates(group, words)
  const [chosen, setChosen] = useState<readonly SearchItem[]>([])
  const [problem, setProblem] = useState<string>()

  const adding = useAct({
    run: async (all: readonly SearchItem[], sudo_token) => {
      for (const item of all) {
        await add(item, sudo_token)
        // Those who are in it are not added again should the next one fail.
        setChosen((rest) => rest.filter(({ value }) => value !== item.value))
      }
      return all.length
    },
    done: (count) => t('adminGroups.added', { count }),
    onDone: onClose,
    onError: (error) => {
      setProblem(error instanceof TooDeep ? error.message : messageOf(error))
      void queries.invalidateQueries({ queryKey: ['admin'] })
    },
  })

  async function add({ value, label }: SearchItem, sudo_token: string): Promise<void> {
    if (!value.startsWith(GROUP)) return groups.addMember(group.id, { sub: value }, { sudo_token })
    try {
      await groups.addMember(group.id, { group_id: value.slice(GROUP.length) }, { sudo_token })
    } catch (cause) {
      if (!isServiceError(cause, 'invalid_argument')) throw cause
      throw new TooDeep(t('adminGroups.nested', { name: label }), { cause })
    }
  }

  function toggle(value: string) {
    setProblem(undefined)
    const item = items.find((each) => each.value === value)
    if (chosen.some((each) => each.value === value)) {
      setChosen(chosen.filter((each) => each.value !== value))
    } else if (item) setChosen([...chosen, item])
  }

  return (
    <Dialog
      open={!adding.isPending}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('adminGroups.add')}
      closeLabel={t('app.close')}
    >
      <SearchList
        searchLabel={t('adminGroups.add.find')}
        listLabel={t('adminGroups.add.list')}
        emptyText={emptyText}
        items={items}
        value={chosen.map(({ value }) => value)}
        query={typed}
        onQuery={setTyped}
        onChoose={toggle}
      />
      <div className="mt-3 flex flex-col gap-3">
        <p role="status" className="text-sm break-words text-muted">
          {chosen.map(({ label }) => label).join(', ')}
        </p>
        <Problem>{problem}</Problem>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button
            disabled={chosen.length === 0}
            onClick={() => {
              setProblem(undefined)
              adding.mutate(chosen)
            }}
          >
            {chosen.length === 0
              ? t('adminGroups.add')
              : t('adminGroups.add.do', { count: chosen.length })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** A group that cannot be put into this one. */
class TooDeep extends Error {}

/** People and groups that fit the words and are not in the group yet. */
function useCandidates(group: { id: string; members: AdminGroupMember[] }, words: string) {
  const t = useTexts()
  const { groups } = useAdmin()
  const mySub = useSub()
  const people = useFoundPeople(words)
  const found = useQuery({
    queryKey: ['admin', mySub, 'pick group', words],
    queryFn: () => groups.list({ limit: 20, ...(words && { query: words }) }),
    placeholderData: keepPreviousData,
  })
  const taken = new Set([
    GROUP + group.id,
    ...group.members.map((one) => (one.kind === 'person' ? one.sub : GROUP + one.id)),
  ])
  const items = [
    ...people.people,
    ...(found.data?.groups ?? []).map(({ id, name }) => ({
      value: GROUP + id,
      label: name,
      detail: t('adminGroups.group'),
    })),
  ].filter(({ value }) => !taken.has(value))
  const isHere = people.data !== undefined && found.data !== undefined
  const emptyText =
    people.isError || found.isError
      ? 'error.load'
      : !isHere
        ? 'app.loading'
        : words
          ? 'adminGroups.add.nobody'
          : 'adminGroups.add.type'
  return { items, emptyText: t(emptyText) }
}
