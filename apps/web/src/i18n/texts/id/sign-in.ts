import type { texts as english } from '../en/sign-in.ts'

export const texts: Record<keyof typeof english, string> = {
  'signIn.page': 'Masuk',
  'signIn.title': 'Selamat datang kembali',
  'signIn.subtitle': 'Masuk ke berkas Anda.',
  'signIn.username': 'Surel, telepon, atau nama pengguna',
  'signIn.username.missing': 'Ketik surel, telepon, atau nama pengguna Anda.',
  'signIn.password': 'Kata sandi',
  'signIn.password.missing': 'Ketik kata sandi Anda.',
  'signIn.continue': 'Lanjutkan',
  'signIn.submit': 'Masuk',
  'signIn.newHere': 'Baru di sini?',
  'signIn.create': 'Buat akun',
}
