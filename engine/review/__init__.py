"""Review whole games: changes of status, missed kills and rescues, mistakes."""
