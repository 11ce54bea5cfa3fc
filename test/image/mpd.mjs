export async function compareWithMpd() {}
