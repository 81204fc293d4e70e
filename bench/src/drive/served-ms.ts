/** What the requests of some work take from their arrival to the end of their answers, as the server counts them: the mean. */
export async function servedMs(
  url: string,
  route: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await count(url, route)
  await work()
  const after = await count(url, route)
  return ((after.seconds - before.seconds) / (after.requests - before.requests)) * 1000
}

async function count(url: string, route: string): Promise<{ seconds: number; requests: number }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const counterOf = (part: 'sum' | 'count') => {
    const labels = `{method="GET",route="${route}",status="200"}`
    const start = `awan_http_request_duration_seconds_${part}${labels} `
    const line = text.split('\n').find((line) => line.startsWith(start))
    return line === undefined ? 0 : Number(line.slice(start.length))
  }
  return { seconds: counterOf('sum'), requests: counterOf('count') }
}
