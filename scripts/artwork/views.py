"""The three views of every bottle: the position of the camera, the turn of the bottle, and how much of it is visible. In front and
three-quarter views the bottle has the same size and stands on the same line. A detail is too close to show the horizon."""
import math
from dataclasses import dataclass

import bpy
import mathutils

import stage

ASPECT = 1.25


@dataclass(frozen=True)
class View:
    width: int
    turn: float = 0  # degrees, of the bottle about its axis
    round: float = 0  # the same for round bottles, on which only the label shows the turn
    height: float = 2.75  # of the camera
    pitch: float = 0.82  # how far the camera looks down over its distance
    tall: float = 5.4  # height of the picture in units of length
    table: float = 5.5  # where the ground ends
    wall: float = 4.0  # height of the backdrop's middle
    blur: float = 0.55  # f-stop
    kick: float = 0  # how far the low sun moves out


VIEWS = {
    'front': View(1200),
    'threequarter': View(960, turn=-33, round=-22, height=5.1, table=2.4, wall=1.6, blur=0.7, kick=0.9),
    'detail': View(840, turn=21, round=11, height=3.3, tall=2.6, table=1.1, wall=4.2, blur=0.3),
    # A still life without a bottle. It is wider than needed, so that each product gets its own crop.
    'scene': View(880, height=5.1, tall=5.1, table=2.4, wall=1.6, blur=0.6, kick=0.9),
}

# Where the ground ends, in units of length at the bottle. In every picture this is the same share of the height.
HORIZON = 0.71

ROUND = ('apothecary', 'column', 'attar')

# Turned the other way in the close-up. Otherwise the third face of its cap mirrors the low sun and is overexposed.
OTHER_WAY = ('hex',)


def turn_of(family, view):
    look = VIEWS[view]
    turn = look.round if family in ROUND else look.turn
    return -turn if view == 'detail' and family in OTHER_WAY else turn


def shoot(scene, view, low):
    """Sets up the camera. `low` is the height of the label's lower edge, which a detail keeps in the picture."""
    distance = 16
    if view is VIEWS['front']:
        eye = stage.camera(scene)
    else:
        eye = stage.camera(scene, (0, -distance, view.height), (0, 0, view.height - view.pitch), view.tall)
        middle = low - 0.24 + view.tall / 2 if view is VIEWS['detail'] else HORIZON + 0.226 * view.tall
        # Shifts the lens instead of tilting it, so that vertical lines stay vertical.
        eye.data.shift_y = (middle - (view.height - view.pitch)) / view.tall
    eye.data.dof.aperture_fstop = view.blur
    ground = bpy.data.objects['ground'].data
    for corner in ground.vertices:
        if corner.co.y > 0:
            corner.co.y = view.table
    bpy.data.objects['backdrop'].location.z = view.wall
    bpy.data.objects['kick'].location.x += view.kick
    return eye


def turned(things, art, degrees):
    """Turns the bottle and its label's art about the upright axis."""
    turn = mathutils.Matrix.Rotation(math.radians(degrees), 4, 'Z')
    for thing in things:
        thing.matrix_world = turn @ thing.matrix_world
    return lambda u, v: turn @ mathutils.Vector(art(u, v))


def neutral_ground():
    """Prepares a scene in real colours, in which channels are colours. The ground is grey and masked, to take the mood's colour."""
    material = bpy.data.objects['ground'].material_slots[0].material
    tree = material.node_tree
    for node in tree.nodes:
        if node.type == 'BSDF_PRINCIPLED':
            node.inputs['Base Color'].default_value = (0.62, 0.62, 0.62, 1)
    aov = tree.nodes.new('ShaderNodeOutputAOV')
    aov.name = 'mask'
    aov.inputs['Color'].default_value = (1, 0, 0, 1)
