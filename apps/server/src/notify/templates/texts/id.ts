import type { MailTexts } from '../mail-text.ts'

export const id: MailTexts = {
  code: (code, minutes) => ({
    subject: `Kode Awan Anda: ${code}`,
    title: 'Kode verifikasi Anda',
    paragraphs: [
      `Masukkan kode ini dalam ${minutes} menit. Kode hanya berlaku satu kali.`,
      'Jangan berikan kode ini kepada siapa pun. Jika Anda tidak memintanya, abaikan email ini.',
    ],
  }),
  accountExists: () => ({
    subject: 'Anda sudah memiliki akun Awan',
    title: 'Anda sudah memiliki akun',
    paragraphs: [
      'Seseorang meminta pembuatan akun Awan dengan alamat ini. Akunnya sudah ada, jadi tidak ada yang diubah.',
      'Jika itu Anda, masuklah dengan kata sandi Anda. Jika bukan, abaikan email ini.',
    ],
    action: 'Masuk',
  }),
  noAccount: () => ({
    subject: 'Tidak ada akun Awan untuk alamat ini',
    title: 'Tidak ada akun untuk alamat ini',
    paragraphs: [
      'Seseorang meminta kode untuk memakai akun Awan dengan alamat ini, tetapi akunnya tidak ada.',
      'Mungkin Anda mendaftar dengan alamat lain. Jika itu bukan Anda, abaikan email ini.',
    ],
    action: 'Buat akun',
  }),
  newDevice: () => ({
    subject: 'Ada yang baru masuk ke akun Awan Anda',
    title: 'Masuk dari perangkat baru',
    paragraphs: [
      'Akun Anda digunakan di perangkat yang belum pernah kami lihat.',
      'Jika itu Anda, tidak perlu melakukan apa pun. Jika bukan, segera ubah kata sandi Anda; semua sesi lain akan diakhiri.',
    ],
    action: 'Buka Awan',
  }),
  passwordChanged: () => ({
    subject: 'Kata sandi Awan Anda telah diubah',
    title: 'Kata sandi Anda telah diubah',
    paragraphs: [
      'Semua sesi lain telah diakhiri.',
      'Jika itu bukan Anda, segera minta bantuan administrator Awan ini.',
    ],
  }),
  sessionEnded: () => ({
    subject: 'Sebuah sesi akun Awan Anda telah diakhiri',
    title: 'Kami mengakhiri sebuah sesi untuk melindungi Anda',
    paragraphs: [
      'Token masuk yang sudah pernah dipakai muncul kembali. Token itu mungkin disalin, jadi sesinya kami akhiri.',
      'Silakan masuk lagi. Jika ini terulang, ubah kata sandi Anda.',
    ],
    action: 'Masuk',
  }),
  labels: { device: 'Perangkat', address: 'Alamat', time: 'Waktu' },
  footer: 'Email ini dikirim otomatis oleh Awan; balasannya tidak dibaca.',
}
