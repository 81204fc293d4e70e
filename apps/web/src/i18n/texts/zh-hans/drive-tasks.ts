import type { texts as english } from '../en/drive-tasks.ts'

export const texts: Record<keyof typeof english, string> = {
  'tasks.tray': '任务',
  'tasks.running': '{count, plural, other {# 个任务进行中}}',
  'tasks.finished': '{count, plural, other {# 个任务已结束}}',
  'tasks.attention': '部分内容未能完成',
  'tasks.collapse': '收起任务',
  'tasks.expand': '展开任务',
  'tasks.dismiss': '关闭任务面板',
  'tasks.cancel': '取消：{name}',
  'tasks.kind.trash': '移到回收站',
  'tasks.kind.untrash': '从回收站还原',
  'tasks.kind.move': '移动文件',
  'tasks.kind.copy': '复制文件',
  'tasks.kind.delete': '永久删除',
  'tasks.kind.empty': '清空回收站',
  'tasks.kind.other': '处理您的文件',

  'tasks.waiting': '等待中',
  'tasks.stopping': '正在停止',
  'tasks.progress': '{done} / {total}',
  'tasks.doneCount': '已完成 {done} 个',
  'tasks.complete': '完成',
  'tasks.cancelled': '已取消',
  'tasks.failed': '失败',
  'tasks.failures': '{count, plural, other {# 个未能完成}}',
  'tasks.failures.others': '还有 {count} 个',

  'tasks.reason.taken': '那里已有同名项目。',
  'tasks.reason.gone': '它已不存在。',
  'tasks.reason.full': '空间不足。',
  'tasks.reason.refused': '不能放在那里。',

  'tasks.announce.done': '{name}：完成',
  'tasks.announce.some': '{name}：完成，{count, plural, other {# 个未能完成}}',
  'tasks.announce.failed': '{name}失败：{reason}',
  'tasks.announce.cancelled': '{name}：已取消',
}
