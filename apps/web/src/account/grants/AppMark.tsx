/**
 * The picture of an app, or the first letter of its name. Pictures of other sites are not fetched:
 * they would learn who is asked, and when, before anything is allowed.
 */
export function AppMark({ name, picture }: { name: string; picture?: string | undefined }) {
  const own = picture !== undefined && URL.parse(picture)?.origin === location.origin
  if (own) return <img src={picture} alt="" className="size-14 rounded-lg object-cover" />
  return (
    <span
      // Drawn, not written: the name itself stands beside it.
      data-initial={[...name.trim()][0] ?? ''}
      className="grid size-14 place-items-center rounded-lg bg-sky-soft text-2xl font-semibold text-sky uppercase before:content-[attr(data-initial)]"
    />
  )
}
