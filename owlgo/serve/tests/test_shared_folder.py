"""A folder whose files a client may name."""
import pytest

from owlgo.serve.shared_folder import SharedFolder


def test_files_outside_the_folder_are_not_listed(tmp_path):
    (tmp_path / 'inside').mkdir()
    (tmp_path / 'secret.sgf').write_text('(;SZ[9])')
    (tmp_path / 'inside' / 'out.sgf').symlink_to(tmp_path / 'secret.sgf')
    (tmp_path / 'inside' / 'two\nlines.sgf').write_text('(;SZ[9])')
    with pytest.raises(ValueError) as failed:
        SharedFolder(tmp_path / 'inside').read('no.sgf', 1)
    assert str(failed.value) == "file: there is no 'no.sgf' in the folder, which has two\\nlines.sgf"
