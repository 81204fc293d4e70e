import type { texts as english } from '../en/sign-in.ts'

export const texts: Record<keyof typeof english, string> = {
  'signIn.page': 'Log masuk',
  'signIn.title': 'Selamat kembali',
  'signIn.subtitle': 'Log masuk ke fail anda.',
  'signIn.username': 'E-mel, telefon atau nama pengguna',
  'signIn.username.missing': 'Taip e-mel, telefon atau nama pengguna anda.',
  'signIn.password': 'Kata laluan',
  'signIn.password.missing': 'Taip kata laluan anda.',
  'signIn.continue': 'Teruskan',
  'signIn.submit': 'Log masuk',
  'signIn.newHere': 'Baharu di sini?',
  'signIn.create': 'Cipta akaun',
}
