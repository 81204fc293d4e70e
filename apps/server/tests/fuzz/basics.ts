import { PASSWORD, REDIRECT_URI } from './cast.ts'
import type { Lessons } from './lessons.ts'
import type { Send } from './send.ts'

/** Values that mean something here before any answer has come. */
export function teachBasics(lessons: Lessons): void {
  const basics: Record<string, string[]> = {
    client_id: ['awan-web', 'awan-cli'],
    password: ['another good long password', PASSWORD],
    redirect_uri: [REDIRECT_URI, 'http://localhost/callback'],
    url: ['http://127.0.0.1:9/hook'],
    scope: ['openid profile', 'user drive', 'openid offline drive'],
    provider_id: ['home', 'google', 'github'],
    locale: ['en', 'zh-Hant', 'ko'],
    action: ['POST:/v1/auth/signin', 'POST:/v1/auth/verification', 'DELETE:/v1/user/provider/home'],
    code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
    code_challenge_method: ['S256'],
    code_verifier: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
    response_type: ['code'],
    phone_number: ['+86 13800000000', '+62 81234567890'],
    state: ['xyz'],
    nonce: ['n-0S6_WzA2Mj'],
    name: ['Trips', 'ridge walk.mp4'],
    zoneinfo: ['Asia/Jakarta'],
    birthdate: ['1990-01-02'],
    parent_id: ['root'],
    mime_type: ['text/plain'],
    modified_time: ['2026-01-02T03:04:05Z'],
    from: ['2026-01-02T03:04:05Z'],
    to: ['2036-01-02T03:04:05Z'],
    cmd: ['report', 'algorithm'],
    reason: ['because'],
    issuer: ['http://127.0.0.1:9'],
    folder_name: ['From before'],
  }
  for (const [name, values] of Object.entries(basics)) {
    for (const value of values) lessons.teach(name, value)
  }
}

/** Codes that were mailed or texted are typed in by somebody, sometimes at the right place. */
export async function learnCodes(send: Send, lessons: Lessons): Promise<void> {
  const { text } = await send({ method: 'GET', path: '/dev/outbox', headers: {}, body: undefined })
  for (const { code } of JSON.parse(text) as { code?: string }[]) {
    if (code) lessons.teach('verification_code', code)
  }
}
