export async function compareWithBareDebian() {}
